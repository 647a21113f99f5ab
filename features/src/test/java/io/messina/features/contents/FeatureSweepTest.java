package io.messina.features.contents;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.PageQuery;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.SweptFeature;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.AskedStore.Asked;
import io.messina.features.FeatureRef;
import io.messina.features.OnEachEngine;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Bytes;
import io.messina.store.Column;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class FeatureSweepTest extends OnEachEngine {

  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final FeatureOptions NUMBERS = FeatureOptions.scalar(ValueType.INTEGER);
  private static final FeatureVersion V2 = new FeatureVersion("v2");
  private static final FeatureRef OTHER = FeatureRef.of("user", "other");
  private static final ListItem ITEM = item("a", 1);

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), TEXTS);
    room.catalog.create(OTHER.name(), TEXTS);
    room.catalog.create(AGE.name(), NUMBERS);
  }

  @Test
  void what_deleted_features_have_left_goes_and_all_else_stays() {
    room.catalog.createVersion(PAGES.name(), V2, Precondition.NONE);
    room.catalog.createVersion(AGE.name(), V2, Precondition.NONE);
    addToEach(PAGES, 3);
    addToEach(PAGES.in(V2), 4);
    addToEach(OTHER, 5);
    putToEach(AGE, 6);
    putToEach(AGE.in(V2), 7);
    room.catalog.delete(OTHER.name(), Precondition.NONE);
    assertThat(room.catalog.deleteVersion(PAGES.name(), V2, Precondition.NONE)).isTrue();
    assertThat(room.catalog.deleteVersion(AGE.name(), V2, Precondition.NONE)).isTrue();
    SweepPage page = room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(page.features())
        .containsExactlyInAnyOrder(
            swept(PAGES, "v2", 1, FeatureKind.LIST, 4),
            swept(OTHER, "", 1, FeatureKind.LIST, 5),
            swept(AGE, "v2", 1, FeatureKind.SCALAR, 7));
    assertThat(page).returns(25, SweepPage::lookedAt).returns(16, SweepPage::deleted);
    assertThat(page).returns(0, SweepPage::unknown).returns(Optional.empty(), SweepPage::next);
    assertThat(withItems(PAGES, 9)).isEqualTo(3);
    assertThat(withValue(AGE, 9)).isEqualTo(6);
    assertThat(room.sweep.sweep(new SweepQuery(false, 100, Optional.empty())).features()).isEmpty();
  }

  @Test
  void a_feature_that_is_there_again_keeps_what_it_has() {
    addToEach(PAGES, 3);
    putToEach(AGE, 3);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.catalog.delete(AGE.name(), Precondition.NONE);
    room.catalog.create(PAGES.name(), TEXTS);
    room.catalog.create(AGE.name(), NUMBERS);
    addToEach(PAGES, 2);
    putToEach(AGE, 2);
    SweepPage page = room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(page.features())
        .containsExactlyInAnyOrder(
            swept(PAGES, "", 1, FeatureKind.LIST, 3), swept(AGE, "", 1, FeatureKind.SCALAR, 3));
    assertThat(withItems(PAGES, 9)).isEqualTo(2);
    assertThat(withValue(AGE, 9)).isEqualTo(2);
  }

  @Test
  void what_no_definition_tells_of_is_counted_and_stays() {
    plant("odd");
    plant("user#recent_pages");
    plant("user#nothing|");
    plant("user#recent_pages|never");
    plant("user#recent_pages|~2");
    addToEach(PAGES, 1);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    assertThat(room.sweep.find(new SweepQuery(false, 100, Optional.empty())).unknown())
        .isEqualTo(5);
    SweepPage page = room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(page).returns(5, SweepPage::unknown).returns(1, SweepPage::deleted);
    SweepPage again = room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(again).returns(5, SweepPage::unknown).returns(0, SweepPage::deleted);
  }

  private void plant(String featureKey) {
    PartitionKey partition = SweptTable.LISTS.partition(featureKey, "e0");
    RowKey key = partition.row(Column.ofText("item_key").of("x"));
    Row row = Row.of(key, Column.ofBytes("value").of(Bytes.EMPTY));
    room.store.write(PlainBatch.in(partition, 1).put(row).build());
  }

  @Test
  void finding_tells_what_a_sweep_would_delete_and_changes_nothing() {
    addToEach(PAGES, 3);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    Instant before = time.now();
    Asked asked =
        room.store.during(() -> room.sweep.find(new SweepQuery(false, 100, Optional.empty())));
    assertThat(asked).isEqualTo(new Asked(2 + 3, 0, 1, 0));
    assertThat(time.now()).isEqualTo(before);
    SweepPage found = room.sweep.find(new SweepQuery(false, 100, Optional.empty()));
    SweepPage swept = room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(found.deleted()).isZero();
    assertThat(found.features()).isEqualTo(swept.features()).hasSize(1);
    assertThat(swept.deleted()).isEqualTo(3);
  }

  @Test
  void a_page_costs_its_walk_a_read_of_definitions_and_two_requests_for_what_goes() {
    addToEach(PAGES, 100);
    putToEach(AGE, 100);
    assertThat(
            room.store.during(
                () -> room.sweep.sweep(new SweepQuery(false, 1_000, Optional.empty()))))
        .isEqualTo(new Asked(2, 0, 1, 0));
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.catalog.delete(AGE.name(), Precondition.NONE);
    assertThat(
            room.store.during(
                () -> room.sweep.sweep(new SweepQuery(false, 1_000, Optional.empty()))))
        .isEqualTo(new Asked(2 + 200, 200, 1, 0));
    Asked again =
        room.store.during(() -> room.sweep.sweep(new SweepQuery(false, 1_000, Optional.empty())));
    assertThat(again.writes()).isZero();
  }

  @Test
  void pages_lead_through_lists_and_values_whatever_their_size() {
    addToEach(PAGES, 9);
    putToEach(AGE, 9);
    addToEach(OTHER, 4);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.catalog.delete(AGE.name(), Precondition.NONE);
    for (int limit : List.of(1, 2, 3, 7, 13, 22, 23)) {
      int lookedAt = 0;
      long found = 0;
      Optional<String> after = Optional.empty();
      do {
        SweepPage page = room.sweep.find(new SweepQuery(false, limit, after));
        lookedAt += page.lookedAt();
        found += page.features().stream().mapToLong(SweptFeature::entities).sum();
        after = page.next();
      } while (after.isPresent());
      assertThat(lookedAt).as("limit %s", limit).isEqualTo(22);
      assertThat(found).as("limit %s", limit).isEqualTo(18);
    }
    assertThat(sweepByPages(5)).isEqualTo(18);
    assertThat(withItems(OTHER, 9)).isEqualTo(4);
  }

  @Test
  void a_page_that_broke_off_is_swept_again_and_the_next_ones_follow() {
    addToEach(PAGES, 20);
    putToEach(AGE, 20);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.catalog.delete(AGE.name(), Precondition.NONE);
    SweepPage first = room.sweep.sweep(new SweepQuery(false, 10, Optional.empty()));
    assertThat(first.deleted()).isEqualTo(10);
    room.store.loseAnswersTo(batch -> SweptTable.entity(batch.partition()).equals("e7"));
    int broken = 0;
    int deleted = 10;
    Optional<String> after = first.next();
    while (after.isPresent()) {
      try {
        SweepPage page = room.sweep.sweep(new SweepQuery(false, 10, after));
        deleted += page.deleted();
        after = page.next();
      } catch (StoreUnavailableException _) {
        broken++;
        room.store.loseAnswersTo(_ -> false);
      }
    }
    assertThat(broken).isEqualTo(1);
    assertThat(deleted).isBetween(30, 39);
    assertThat(room.sweep.find(new SweepQuery(false, 100, Optional.empty())).features()).isEmpty();
  }

  @Test
  void a_store_that_is_away_is_an_error_and_never_the_end() {
    addToEach(PAGES, 200);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.store.fail(_ -> true);
    for (Runnable action : actions()) {
      assertThatThrownBy(action::run).isInstanceOf(StoreUnavailableException.class);
    }
  }

  @Test
  void a_list_that_cannot_be_read_is_deleted_all_the_same() {
    addToEach(PAGES, 3);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    room.store.beforeRead(
        _ -> {
          throw new StoreUnavailableException("too many tombstones");
        });
    assertThat(room.sweep.sweep(new SweepQuery(false, 100, Optional.empty())).deleted())
        .isEqualTo(3);
    room.store.beforeRead(_ -> {});
    assertThat(room.sweep.find(new SweepQuery(false, 100, Optional.empty())).features()).isEmpty();
  }

  @Test
  void nothing_goes_before_all_nodes_know_that_it_is_deleted() {
    addToEach(PAGES, 3);
    room.catalog.delete(PAGES.name(), Precondition.NONE);
    Instant deleted = time.now();
    room.sweep.sweep(new SweepQuery(false, 100, Optional.empty()));
    assertThat(Duration.between(deleted, time.now())).isEqualTo(Duration.ofSeconds(2));
    addToEach(OTHER, 3);
    room.catalog.delete(OTHER.name(), Precondition.NONE);
    time.pass(Duration.ofSeconds(2));
    Instant later = time.now();
    assertThat(room.sweep.sweep(new SweepQuery(false, 100, Optional.empty())).deleted())
        .isEqualTo(3);
    assertThat(time.now()).isEqualTo(later);
  }

  @Test
  void what_is_out_of_bounds_and_what_is_no_place_is_refused() {
    addToEach(PAGES, 2);
    String next = room.sweep.find(new SweepQuery(false, 1, Optional.empty())).next().orElseThrow();
    assertThat(next).matches("[A-Za-z0-9_-]{1,2730}");
    String listed =
        room.lists.entities(PAGES, new PageQuery(1, Optional.empty())).next().orElseThrow();
    for (String wrong : List.of("", "?", next.substring(1), next + next, listed)) {
      assertThatThrownBy(() -> room.sweep.sweep(new SweepQuery(false, 1, Optional.of(wrong))))
          .isInstanceOf(RequestException.Refused.class)
          .hasMessage("after: no place in a sweep (expected: the next of an answer)");
    }
    for (int wrong : List.of(0, 10_001)) {
      assertThatThrownBy(() -> room.sweep.find(new SweepQuery(false, wrong, Optional.empty())))
          .hasMessage("limit: " + wrong + " (expected: a whole number from 1 to 10000)");
    }
  }

  private List<Runnable> actions() {
    return List.of(
        () -> room.sweep.sweep(new SweepQuery(false, 500, Optional.empty())),
        () -> room.sweep.find(new SweepQuery(false, 500, Optional.empty())));
  }

  private int sweepByPages(int limit) {
    int deleted = 0;
    Optional<String> after = Optional.empty();
    do {
      SweepPage page = room.sweep.sweep(new SweepQuery(false, limit, after));
      deleted += page.deleted();
      after = page.next();
    } while (after.isPresent());
    return deleted;
  }

  private static SweptFeature swept(
      FeatureRef feature, String version, int generation, FeatureKind kind, int entities) {
    return new SweptFeature(
        feature.name(), new FeatureVersion(version), generation, kind, entities);
  }

  private static List<EntityId> entities(int count) {
    return IntStream.range(0, count).mapToObj(i -> new EntityId("e" + i)).toList();
  }

  private void addToEach(FeatureRef list, int count) {
    entities(count).forEach(entity -> room.lists.add(list, entity, List.of(ITEM)));
  }

  private void putToEach(FeatureRef scalar, int count) {
    entities(count)
        .forEach(entity -> room.scalars.put(scalar, entity, FeatureValue.integer(7), time.now()));
  }

  private int withItems(FeatureRef list, int count) {
    return (int)
        entities(count).stream()
            .filter(it -> !room.lists.get(list, it, ListQuery.newest(1)).items().isEmpty())
            .count();
  }

  private int withValue(FeatureRef scalar, int count) {
    return (int)
        room.scalars.get(List.of(scalar), entities(count)).stream()
            .filter(answers -> answers.getFirst() instanceof ValueAnswer.Present)
            .count();
  }
}
