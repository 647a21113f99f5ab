package io.messina.features.contents;

import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.PageQuery;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.EntityPage;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.OnEachEngine;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class EntitiesTest extends OnEachEngine {

  private static final FeatureRef OTHER = FeatureRef.of("user", "other");

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), FeatureOptions.list(ValueType.TEXT));
    room.catalog.create(OTHER.name(), FeatureOptions.list(ValueType.TEXT));
    room.store.reads();
  }

  @Test
  void every_entity_of_a_feature_comes_once_whatever_others_there_are() {
    FeatureRef second = PAGES.in(new FeatureVersion("v2"));
    room.catalog.createVersion(PAGES.name(), new FeatureVersion("v2"), Precondition.NONE);
    List<EntityId> mine = add(PAGES, "mine", 300);
    List<EntityId> others = add(OTHER, "other", 200);
    List<EntityId> later = add(second, "later", 100);
    for (int limit : List.of(1, 7, 300, 301, 10_000)) {
      assertThat(byPages(PAGES, limit)).containsExactlyInAnyOrderElementsOf(mine);
    }
    assertThat(byPages(OTHER, 10)).containsExactlyInAnyOrderElementsOf(others);
    assertThat(byPages(second, 10)).containsExactlyInAnyOrderElementsOf(later);
    room.catalog.complete(PAGES.name(), new FeatureVersion("v2"), Precondition.NONE);
    assertThat(byPages(PAGES.inLatest(), 10)).containsExactlyInAnyOrderElementsOf(later);
    room.catalog.delete(OTHER.name(), Precondition.NONE);
    room.catalog.create(OTHER.name(), FeatureOptions.list(ValueType.TEXT));
    assertThat(byPages(OTHER, 10)).isEmpty();
  }

  @Test
  void a_page_is_one_walk_and_ends_with_its_limit() {
    add(PAGES, "mine", 50);
    EntityPage page = room.lists.entities(PAGES, new PageQuery(20, Optional.empty()));
    assertThat(page.entities()).hasSize(20);
    assertThat(page.next()).isPresent();
    assertThat(room.store.reads()).isEqualTo(1);
    EntityPage all = room.lists.entities(PAGES, new PageQuery(51, Optional.empty()));
    assertThat(all.entities()).hasSize(50).startsWith(page.entities().toArray(EntityId[]::new));
    assertThat(all.next()).isEmpty();
  }

  @Test
  void a_page_looks_at_ten_thousand_lists_at_most_and_says_where_to_go_on() {
    add(OTHER, "other", EntityReader.LISTS_MAX + 500);
    List<EntityId> mine = add(PAGES, "mine", 3);
    EntityPage first = room.lists.entities(PAGES, new PageQuery(10_000, Optional.empty()));
    EntityPage second = room.lists.entities(PAGES, new PageQuery(10_000, first.next()));
    assertThat(first.next()).isPresent();
    assertThat(second.next()).isEmpty();
    List<EntityId> both = new ArrayList<>(first.entities());
    both.addAll(second.entities());
    assertThat(both).containsExactlyInAnyOrderElementsOf(mine);
    assertThat(room.store.reads()).isEqualTo(2);
  }

  @Test
  void a_place_holds_when_its_list_is_gone_and_whatever_the_names() {
    String longest = "#".repeat(FeatureName.PART_BYTES_MAX);
    FeatureRef hard = FeatureRef.of(longest, longest);
    room.catalog.create(hard.name(), FeatureOptions.list(ValueType.TEXT));
    List<EntityId> ids = new ArrayList<>();
    for (String text :
        List.of("\0", "a\0b", "/", "%", "ü".repeat(EntityId.BYTES_MAX / 2), "😀", " ", "~2|#")) {
      ids.add(new EntityId(text));
      room.lists.add(hard, ids.getLast(), List.of(item("a", 1)));
    }
    List<EntityId> found = new ArrayList<>();
    EntityPage page = room.lists.entities(hard, new PageQuery(1, Optional.empty()));
    while (page.next().isPresent()) {
      found.addAll(page.entities());
      page.entities().forEach(entity -> room.lists.removeAll(hard, entity));
      assertThat(page.next().get()).matches("[A-Za-z0-9_-]{1,2730}");
      page = room.lists.entities(hard, new PageQuery(1, page.next()));
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void what_is_no_place_and_what_is_no_list_is_refused() {
    add(PAGES, "mine", 2);
    String next =
        room.lists.entities(PAGES, new PageQuery(1, Optional.empty())).next().orElseThrow();
    for (String wrong :
        List.of(
            "",
            "?",
            "AQ",
            next.substring(0, next.length() - 2),
            next + next,
            "B" + next.substring(1),
            next.substring(0, 3) + (next.charAt(3) == 'A' ? 'B' : 'A') + next.substring(4))) {
      assertThatThrownBy(() -> room.lists.entities(PAGES, new PageQuery(1, Optional.of(wrong))))
          .isInstanceOf(RequestException.Refused.class)
          .hasMessage("after: no place among lists (expected: the next of an answer)");
    }
    for (int wrong : List.of(0, 10_001)) {
      assertThatThrownBy(() -> room.lists.entities(PAGES, new PageQuery(wrong, Optional.empty())))
          .hasMessage("limit: " + wrong + " (expected: a whole number from 1 to 10000)");
    }
    FeatureName age = new FeatureName("user", "age");
    room.catalog.create(age, FeatureOptions.scalar(ValueType.INTEGER));
    assertThatThrownBy(
            () -> room.lists.entities(FeatureRef.of(age), new PageQuery(1, Optional.empty())))
        .isInstanceOf(RequestException.Refused.class);
    assertThatThrownBy(
            () ->
                room.lists.entities(
                    FeatureRef.of("user", "none"), new PageQuery(1, Optional.empty())))
        .isInstanceOf(RequestException.NotFound.class);
  }

  @Test
  void a_store_that_is_away_is_an_error_and_never_the_end() {
    add(PAGES, "mine", 2);
    room.store.fail(_ -> true);
    assertThatThrownBy(() -> room.lists.entities(PAGES, new PageQuery(10, Optional.empty())))
        .isInstanceOf(StoreUnavailableException.class);
  }

  private List<EntityId> add(FeatureRef feature, String prefix, int count) {
    List<EntityId> entities =
        IntStream.range(0, count).mapToObj(i -> new EntityId(prefix + " " + i)).toList();
    entities.forEach(entity -> room.lists.add(feature, entity, List.of(item("a", 1))));
    return entities;
  }

  private List<EntityId> byPages(FeatureRef feature, int limit) {
    List<EntityId> entities = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      EntityPage page = room.lists.entities(feature, new PageQuery(limit, after));
      assertThat(page.entities()).hasSizeLessThanOrEqualTo(limit);
      entities.addAll(page.entities());
      after = page.next();
    } while (after.isPresent());
    return entities;
  }
}
