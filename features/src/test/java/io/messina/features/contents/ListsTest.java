package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.at;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.WireException;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ItemPage;
import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.OnEachEngine;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memoryAndRocks")
final class ListsTest extends OnEachEngine {

  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);

  private Pages pages;

  @BeforeEach
  void open() {
    room.catalog.create(PAGES.name(), TEXTS);
    pages = Pages.in(room, PAGES);
  }

  @Test
  void of_several_items_the_one_with_a_wrong_value_is_named() {
    ListItem right = new ListItem(FeatureValue.text("a"), at(1));
    ListItem wrong = new ListItem(FeatureValue.integer(3), at(1));
    assertThatThrownBy(() -> room.lists.add(PAGES, ALICE, List.of(right, right, wrong)))
        .isInstanceOf(WireException.class)
        .hasMessage("items[2].value: 3 (expected: a text)");
    assertThatThrownBy(() -> room.lists.add(PAGES, ALICE, List.of(wrong)))
        .hasMessage("value: 3 (expected: a text)");
  }

  @Test
  void items_are_read_newest_first() {
    pages.add(item("a", 1), item("c", 3), item("b", 2));
    assertThat(pages.newest(10)).containsExactly(item("c", 3), item("b", 2), item("a", 1));
    assertThat(pages.newest(2)).containsExactly(item("c", 3), item("b", 2));
    assertThat(room.lists.get(PAGES, new EntityId("bob"), ListQuery.newest(10)).items()).isEmpty();
  }

  @Test
  void equal_times_hold_several_values_and_adding_again_changes_nothing() {
    pages.add(item("a", 1), item("b", 1), item("a", 1));
    List<ListItem> first = pages.newest(10);
    assertThat(first).containsExactlyInAnyOrder(item("a", 1), item("b", 1));
    assertThat(pages.add(item("b", 1), item("a", 1))).isEqualTo(new AddedItems(2, 0));
    assertThat(pages.newest(10)).isEqualTo(first);
  }

  @Test
  void a_range_of_times_begins_inclusive_and_ends_exclusive() {
    pages.add(item("a", 1), item("b", 2), item("c", 3), item("d", 4));
    ListQuery query = ListQuery.newest(10).since(at(2)).before(at(4));
    assertThat(pages.get(query)).containsExactly(item("c", 3), item("b", 2));
    assertThat(room.lists.count(PAGES, ALICE, Optional.of(at(2)), Optional.of(at(4)))).isEqualTo(2);
    room.store.reads();
    ListQuery empty = ListQuery.newest(10).since(at(4)).before(at(4));
    assertThat(pages.get(empty)).isEmpty();
    assertThat(room.store.reads()).isZero();
  }

  @Test
  void pages_follow_each_other_also_among_equal_times() {
    List<ListItem> all = IntStream.range(0, 25).mapToObj(i -> item("value " + i, i / 5)).toList();
    pages.add(all);
    assertThat(pages.all(ListQuery.newest(4)))
        .hasSize(25)
        .isEqualTo(pages.newest(100))
        .containsAll(all);
  }

  @Test
  void the_first_and_the_last_time_can_be_stored_and_no_other() {
    Instant last = Instant.parse("2262-04-11T23:47:16.854775807Z");
    ListItem oldest = new ListItem(FeatureValue.text("1970"), Instant.EPOCH);
    ListItem latest = new ListItem(FeatureValue.text("2262"), last);
    pages.add(oldest, latest);
    assertThat(pages.newest(10)).containsExactly(latest, oldest);
    assertThatThrownBy(() -> new ListItem(FeatureValue.text(""), last.plusNanos(1)))
        .isInstanceOf(WireException.class)
        .hasMessageContaining("from 1970-01-01T00:00:00Z to 2262-04-11T23:47:16.854775807Z");
    assertThatThrownBy(() -> new ListItem(FeatureValue.text(""), Instant.EPOCH.minusNanos(1)))
        .isInstanceOf(WireException.class);
    ListQuery all = ListQuery.newest(10).since(Instant.MIN).before(Instant.MAX);
    assertThat(pages.get(all)).hasSize(2);
  }

  @Test
  void the_failure_of_one_entity_is_an_error_for_that_one() {
    List<EntityId> entities =
        IntStream.range(0, 100).mapToObj(i -> new EntityId("user " + i)).toList();
    entities.forEach(it -> room.lists.add(PAGES, it, List.of(item(it.text(), 1))));
    room.store.fail(partition -> partition.values().contains("user 42"));

    List<ListAnswer> answers = room.lists.getEach(PAGES, entities, ListQuery.newest(5));

    for (int i = 0; i < 100; i++) {
      EntityId entity = entities.get(i);
      assertThat(answers.get(i).entity()).isEqualTo(entity);
      if (i == 42) {
        assertThat(answers.get(i)).isInstanceOf(ListAnswer.Failed.class);
      } else {
        assertThat(((ListAnswer.Found) answers.get(i)).items())
            .containsExactly(item(entity.text(), 1));
      }
    }
    assertThatThrownBy(
            () -> room.lists.getEach(PAGES, Collections.nCopies(101, ALICE), ListQuery.newest(1)))
        .hasMessage("entities: 101 (expected: 1 to 100)");
  }

  @Test
  void many_lists_are_read_on_each_from_its_own_place() {
    List<EntityId> entities = List.of(new EntityId("a"), new EntityId("b"), new EntityId("c"));
    room.lists.add(PAGES, entities.get(0), List.of(item("a", 1), item("b", 2), item("c", 3)));
    room.lists.add(PAGES, entities.get(1), List.of(item("d", 4), item("e", 5)));
    room.lists.add(PAGES, entities.get(2), List.of(item("f", 6)));
    Map<EntityId, String> after = new HashMap<>();
    List<String> read = new ArrayList<>();
    List<EntityId> left = entities;
    while (!left.isEmpty()) {
      List<ListAnswer> answers = room.lists.getEach(PAGES, left, ListQuery.newest(1), after);
      after.clear();
      for (ListAnswer answer : answers) {
        ListAnswer.Found page = (ListAnswer.Found) answer;
        page.items().forEach(it -> read.add(answer.entity().text() + it.value().text()));
        page.next().ifPresent(next -> after.put(answer.entity(), next));
      }
      left = List.copyOf(after.keySet());
    }
    assertThat(read).containsExactlyInAnyOrder("ac", "ab", "aa", "be", "bd", "cf");
    Map<EntityId, String> other = Map.of(ALICE, "any");
    assertThatThrownBy(() -> room.lists.getEach(PAGES, entities, ListQuery.newest(1), other))
        .hasMessage("after: of another entity (expected: of those that are asked for)");
    Map<EntityId, String> wrong = Map.of(entities.getFirst(), "no place");
    assertThatThrownBy(() -> room.lists.getEach(PAGES, entities, ListQuery.newest(1), wrong))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("after: no place in a list");
  }

  @Test
  void too_much_and_what_is_of_another_type_is_refused_as_a_whole() {
    assertThatThrownBy(() -> pages.add(List.of())).hasMessage("items: 0 (expected: 1 to 500)");
    List<ListItem> many = IntStream.range(0, 501).mapToObj(i -> item("a", i)).toList();
    assertThatThrownBy(() -> pages.add(many)).hasMessage("items: 501 (expected: 1 to 500)");
    String large = "x".repeat(FeatureValue.BYTES_MAX);
    List<ListItem> heavy = IntStream.range(0, 33).mapToObj(i -> item(large, i)).toList();
    assertThatThrownBy(() -> pages.add(heavy))
        .hasMessage("items: 2162688 bytes (expected: at most 2097152)");
    ListItem number = new ListItem(FeatureValue.integer(1), at(1));
    assertThatThrownBy(() -> pages.add(item("a", 1), number))
        .hasMessage("items[1].value: 1 (expected: a text)");
    assertThat(pages.newest(10)).isEmpty();
    pages.add(heavy.subList(0, 32));
    assertThat(pages.get(ListQuery.newest(100))).hasSize(32);
  }

  @Test
  void a_page_is_bounded_in_bytes() {
    FeatureRef large = FeatureRef.of("user", "large");
    room.catalog.create(large.name(), FeatureOptions.list(ValueType.BYTES));
    FeatureValue value = FeatureValue.bytes(new byte[FeatureValue.BYTES_MAX]);
    for (int i = 0; i < 5; i++) {
      int from = i * 30;
      room.lists.add(
          large,
          ALICE,
          IntStream.range(from, from + 30).mapToObj(n -> new ListItem(value, at(n))).toList());
    }
    ItemPage page = room.lists.get(large, ALICE, ListQuery.newest(1_000));
    assertThat(page.items()).hasSize(128);
    ListQuery rest = ListQuery.newest(1_000).after(page.next().orElseThrow());
    assertThat(room.lists.get(large, ALICE, rest).items()).hasSize(22);
  }

  @Test
  void versions_have_contents_of_their_own_and_latest_moves_at_once() {
    FeatureVersion v2 = new FeatureVersion("v2");
    room.catalog.createVersion(PAGES.name(), v2, Precondition.NONE);
    pages.add(item("old", 1));
    room.lists.add(PAGES.in(v2), ALICE, List.of(item("new", 1)));
    assertThat(pages.newest(9)).containsExactly(item("old", 1));
    assertThat(room.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(9)).items())
        .containsExactly(item("old", 1));
    room.catalog.complete(PAGES.name(), v2, Precondition.NONE);
    assertThat(room.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(9)).items())
        .containsExactly(item("new", 1));
  }

  @Test
  void a_feature_that_is_created_again_is_empty() {
    pages.add(item("a", 1));
    assertThat(room.catalog.delete(PAGES.name(), Precondition.NONE)).isTrue();
    assertThatThrownBy(() -> pages.newest(9)).isInstanceOf(RequestException.NotFound.class);
    room.catalog.create(PAGES.name(), TEXTS);
    assertThat(pages.newest(9)).isEmpty();
  }
}
