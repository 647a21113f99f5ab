package io.messina.features.list;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.FeatureRoom.at;
import static io.messina.features.FeatureRoom.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.features.EntityId;
import io.messina.features.FeatureException;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.FeatureValue;
import io.messina.features.FeatureVersion;
import io.messina.features.TestEngine;
import io.messina.features.TestTime;
import io.messina.features.ValueType;
import io.messina.store.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
final class ListsTest {

  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);

  @Parameter private TestEngine engine;
  @TempDir private Path folder;
  private final TestTime time = new TestTime();
  private FeatureRoom room;

  @BeforeEach
  void open() {
    room = new FeatureRoom(engine.open(folder, time.wall()), time);
    room.catalog.create(PAGES.name(), TEXTS);
    room.store.reads();
  }

  @AfterEach
  void close() {
    room.close();
  }

  @Test
  void items_are_read_newest_first_by_one_query() {
    add(item("a", 1), item("c", 3), item("b", 2));
    assertAsked(0, 1);
    assertThat(newest(10)).containsExactly(item("c", 3), item("b", 2), item("a", 1));
    assertAsked(1, 0);
    assertThat(newest(2)).containsExactly(item("c", 3), item("b", 2));
    assertThat(room.lists.get(PAGES, new EntityId("bob"), ListQuery.newest(10)).items()).isEmpty();
  }

  @Test
  void equal_times_hold_several_values_and_adding_again_changes_nothing() {
    add(item("a", 1), item("b", 1), item("a", 1));
    List<ListItem> first = newest(10);
    assertThat(first).containsExactlyInAnyOrder(item("a", 1), item("b", 1));
    assertThat(add(item("b", 1), item("a", 1))).isEqualTo(new Added(2, 0));
    assertThat(newest(10)).isEqualTo(first);
  }

  @Test
  void a_range_of_times_begins_inclusive_and_ends_exclusive() {
    add(item("a", 1), item("b", 2), item("c", 3), item("d", 4));
    ListQuery query = ListQuery.newest(10).since(at(2)).before(at(4));
    assertThat(room.lists.get(PAGES, ALICE, query).items())
        .containsExactly(item("c", 3), item("b", 2));
    assertThat(room.lists.count(PAGES, ALICE, Optional.of(at(2)), Optional.of(at(4)))).isEqualTo(2);
    room.store.reads();
    room.store.writes();
    ListQuery empty = ListQuery.newest(10).since(at(4)).before(at(4));
    assertThat(room.lists.get(PAGES, ALICE, empty).items()).isEmpty();
    assertAsked(0, 0);
  }

  @Test
  void pages_follow_each_other_also_among_equal_times() {
    List<ListItem> all = IntStream.range(0, 25).mapToObj(i -> item("value " + i, i / 5)).toList();
    room.lists.add(PAGES, ALICE, all);
    assertThat(readByPages(4)).hasSize(25).isEqualTo(newest(100)).containsAll(all);
  }

  @Test
  void the_first_and_the_last_time_can_be_stored_and_no_other() {
    Instant last = Instant.parse("2262-04-11T23:47:16.854775807Z");
    ListItem oldest = new ListItem(FeatureValue.of("1970"), Instant.EPOCH);
    ListItem latest = new ListItem(FeatureValue.of("2262"), last);
    add(oldest, latest);
    assertThat(newest(10)).containsExactly(latest, oldest);
    assertThatThrownBy(() -> new ListItem(FeatureValue.of(""), last.plusNanos(1)))
        .isInstanceOf(FeatureException.Refused.class)
        .hasMessageContaining("from 1970 to 2262-04-11T23:47:16.854775807Z");
    assertThatThrownBy(() -> new ListItem(FeatureValue.of(""), Instant.EPOCH.minusNanos(1)))
        .isInstanceOf(FeatureException.Refused.class);
    ListQuery all = ListQuery.newest(10).since(Instant.MIN).before(Instant.MAX);
    assertThat(room.lists.get(PAGES, ALICE, all).items()).hasSize(2);
  }

  @Test
  void removing_a_value_takes_one_query_and_one_write_and_leaves_no_trace() {
    add(item("a", 1), item("b", 2), item("a", 3));
    assertAsked(0, 1);
    assertThat(room.lists.remove(PAGES, ALICE, FeatureValue.of("a"))).isEqualTo(2);
    assertAsked(1, 1);
    assertThat(newest(10)).containsExactly(item("b", 2));
    assertThat(count()).isEqualTo(1);
    assertThat(contains("a")).isFalse();
    assertThat(contains("b")).isTrue();
    room.store.reads();
    assertThat(room.lists.remove(PAGES, ALICE, FeatureValue.of("a"))).isZero();
    assertAsked(1, 0);
  }

  @Test
  void removing_all_is_one_write_and_what_is_added_then_is_there() {
    add(item("a", 1), item("b", 2));
    assertAsked(0, 1);
    room.lists.removeAll(PAGES, ALICE);
    assertAsked(0, 1);
    assertThat(room.store.mutations()).isEqualTo(5);
    assertThat(newest(10)).isEmpty();
    assertThat(count()).isZero();
    add(item("a", 1));
    assertThat(newest(10)).containsExactly(item("a", 1));
  }

  @Test
  void contains_and_count_are_one_query_each() {
    add(item("a", 1), item("a", 2), item("b", 2));
    room.store.writes();
    assertThat(contains("a")).isTrue();
    assertAsked(1, 0);
    assertThat(count()).isEqualTo(3);
    assertAsked(1, 0);
  }

  @Test
  void trimming_keeps_the_newest_by_one_query_and_one_write() {
    add(item("a", 1), item("b", 2), item("c", 3), item("d", 4));
    assertAsked(0, 1);
    assertThat(room.lists.trim(PAGES, ALICE, 2)).isEqualTo(2);
    assertAsked(1, 1);
    assertThat(newest(10)).containsExactly(item("d", 4), item("c", 3));
    assertThat(count()).isEqualTo(2);
    room.store.reads();
    assertThat(room.lists.trim(PAGES, ALICE, 2)).isZero();
    assertAsked(1, 0);
  }

  @Test
  void more_than_a_batch_holds_is_trimmed_and_removed_in_several() {
    for (int i = 0; i < 6; i++) {
      int from = i * 500;
      room.lists.add(
          PAGES, ALICE, IntStream.range(from, from + 500).mapToObj(n -> item("same", n)).toList());
    }
    room.store.writes();
    assertThat(room.lists.trim(PAGES, ALICE, 1_500)).isEqualTo(1_500);
    assertThat(room.store.writes()).isEqualTo(3);
    assertThat(count()).isEqualTo(1_500);
    assertThat(room.lists.remove(PAGES, ALICE, FeatureValue.of("same"))).isEqualTo(1_500);
    assertThat(newest(1)).isEmpty();
    assertThat(count()).isZero();
  }

  @Test
  void a_unique_list_shows_the_newest_of_each_value() {
    FeatureRef unique = FeatureRef.of("user", "unique");
    room.catalog.create(unique.name(), TEXTS.withUniqueValues());
    List<ListItem> all = IntStream.range(0, 300).mapToObj(i -> item("value " + i % 7, i)).toList();
    List<ListItem> shuffled = new ArrayList<>(all);
    Collections.reverse(shuffled);
    room.lists.add(unique, ALICE, shuffled);
    List<ListItem> newest = all.subList(293, 300).reversed();
    room.store.reads();

    assertThat(room.lists.get(unique, ALICE, ListQuery.newest(3)).items())
        .isEqualTo(newest.subList(0, 3));
    assertAsked(1, 1);
    assertThat(room.lists.get(unique, ALICE, ListQuery.newest(100)).items()).isEqualTo(newest);
    String next = room.lists.get(unique, ALICE, ListQuery.newest(3)).next().orElseThrow();
    assertThat(room.lists.get(unique, ALICE, ListQuery.newest(3).after(next)).items())
        .isEqualTo(newest.subList(3, 6));
    assertThat(room.lists.count(unique, ALICE, Optional.empty(), Optional.empty())).isEqualTo(7);
    assertThat(room.lists.trim(unique, ALICE, 2)).isEqualTo(298);
    assertThat(room.lists.get(unique, ALICE, ListQuery.newest(100)).items())
        .isEqualTo(newest.subList(0, 2));
  }

  @Test
  void an_item_is_there_until_its_time_and_the_ttl_are_over_and_one_that_is_over_is_not_stored() {
    Duration ttl = Duration.ofSeconds(60);
    FeatureRef brief = FeatureRef.of("user", "brief");
    room.catalog.create(brief.name(), TEXTS.withTtl(ttl));
    ListItem now = new ListItem(FeatureValue.of("now"), time.now());
    ListItem later = new ListItem(FeatureValue.of("later"), time.now().plusSeconds(1));
    ListItem over = new ListItem(FeatureValue.of("over"), time.now().minus(ttl));
    assertThat(room.lists.add(brief, ALICE, List.of(now, over, later))).isEqualTo(new Added(2, 1));
    room.store.mutations();
    assertThat(room.lists.add(brief, ALICE, List.of(over))).isEqualTo(new Added(0, 1));
    assertThat(room.store.mutations()).isZero();

    time.pass(ttl.minusMillis(1));
    assertThat(room.lists.get(brief, ALICE, ListQuery.newest(9)).items())
        .containsExactly(later, now);
    assertThat(room.lists.contains(brief, ALICE, now.value())).isTrue();
    time.pass(Duration.ofMillis(1));
    assertThat(room.lists.get(brief, ALICE, ListQuery.newest(9)).items()).containsExactly(later);
    assertThat(room.lists.contains(brief, ALICE, now.value())).isFalse();
    assertThat(room.lists.count(brief, ALICE, Optional.empty(), Optional.empty())).isEqualTo(1);
    time.pass(Duration.ofSeconds(1));
    room.store.reads();
    assertThat(room.lists.get(brief, ALICE, ListQuery.newest(9)).items()).isEmpty();
  }

  @Test
  void a_time_to_live_of_a_hundred_years_works() {
    FeatureRef kept = FeatureRef.of("user", "kept");
    room.catalog.create(kept.name(), TEXTS.withTtl(Duration.ofDays(36_500)));
    ListItem old = new ListItem(FeatureValue.of("old"), Instant.parse("2015-09-12T00:46:58.771Z"));
    ListItem oldest = new ListItem(FeatureValue.of("oldest"), Instant.EPOCH);
    ListItem last = new ListItem(FeatureValue.of("last"), ItemTime.MAX);
    assertThat(room.lists.add(kept, ALICE, List.of(old, oldest, last))).isEqualTo(new Added(3, 0));
    assertThat(room.lists.get(kept, ALICE, ListQuery.newest(9)).items())
        .containsExactly(last, old, oldest);
  }

  @Test
  void a_shorter_ttl_counts_at_once() {
    FeatureRef brief = FeatureRef.of("user", "brief");
    room.catalog.create(brief.name(), TEXTS.withTtl(Duration.ofDays(9)));
    ListItem item = new ListItem(FeatureValue.of("a"), time.now().minus(Duration.ofDays(2)));
    room.lists.add(brief, ALICE, List.of(item));
    assertThat(room.lists.get(brief, ALICE, ListQuery.newest(9)).items()).containsExactly(item);
    room.catalog.create(brief.name(), TEXTS.withTtl(Duration.ofDays(1)));
    assertThat(room.lists.get(brief, ALICE, ListQuery.newest(9)).items()).isEmpty();
  }

  @Test
  void the_failure_of_one_entity_is_an_error_for_that_one() {
    List<EntityId> entities =
        IntStream.range(0, 100).mapToObj(i -> new EntityId("user " + i)).toList();
    entities.forEach(it -> room.lists.add(PAGES, it, List.of(item(it.text(), 1))));
    room.store.fail(partition -> partition.values().contains("user 42"));
    room.store.reads();

    List<ListAnswer> answers = room.lists.getEach(PAGES, entities, ListQuery.newest(5));

    assertAsked(100, 100);
    for (int i = 0; i < 100; i++) {
      EntityId entity = entities.get(i);
      assertThat(answers.get(i).entity()).isEqualTo(entity);
      if (i == 42) {
        assertThat(answers.get(i)).isInstanceOf(ListAnswer.Failed.class);
      } else {
        assertThat(((ListAnswer.Found) answers.get(i)).page().items())
            .containsExactly(item(entity.text(), 1));
      }
    }
    assertThatThrownBy(
            () -> room.lists.getEach(PAGES, Collections.nCopies(101, ALICE), ListQuery.newest(1)))
        .hasMessage("entities: 101 (expected: 1 to 100)");
  }

  @Test
  void too_much_and_what_is_of_another_type_is_refused_as_a_whole() {
    assertThatThrownBy(() -> room.lists.add(PAGES, ALICE, List.of()))
        .hasMessage("items: 0 (expected: 1 to 500)");
    List<ListItem> many = IntStream.range(0, 501).mapToObj(i -> item("a", i)).toList();
    assertThatThrownBy(() -> room.lists.add(PAGES, ALICE, many))
        .hasMessage("items: 501 (expected: 1 to 500)");
    String large = "x".repeat(FeatureValue.BYTES_MAX);
    List<ListItem> heavy = IntStream.range(0, 33).mapToObj(i -> item(large, i)).toList();
    assertThatThrownBy(() -> room.lists.add(PAGES, ALICE, heavy))
        .hasMessage("items: 2162688 bytes (expected: at most 2097152)");
    ListItem number = new ListItem(FeatureValue.of(1), at(1));
    assertThatThrownBy(() -> add(item("a", 1), number))
        .hasMessage("value: of type INTEGER (expected: TEXT)");
    assertThat(newest(10)).isEmpty();
    add(heavy.subList(0, 32).toArray(ListItem[]::new));
    assertThat(room.lists.get(PAGES, ALICE, ListQuery.newest(100)).items()).hasSize(32);
  }

  @Test
  void a_page_is_bounded_in_bytes() {
    FeatureRef large = FeatureRef.of("user", "large");
    room.catalog.create(large.name(), FeatureOptions.list(ValueType.BYTES));
    FeatureValue value = FeatureValue.of(Bytes.wrap(new byte[FeatureValue.BYTES_MAX]));
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
    room.catalog.createVersion(PAGES.name(), v2);
    add(item("old", 1));
    room.lists.add(PAGES.in(v2), ALICE, List.of(item("new", 1)));
    assertThat(newest(9)).containsExactly(item("old", 1));
    assertThat(room.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(9)).items())
        .containsExactly(item("old", 1));
    room.catalog.complete(PAGES.name(), v2);
    assertThat(room.lists.get(PAGES.inLatest(), ALICE, ListQuery.newest(9)).items())
        .containsExactly(item("new", 1));
  }

  @Test
  void a_feature_that_is_created_again_is_empty() {
    add(item("a", 1));
    assertThat(room.catalog.delete(PAGES.name())).isTrue();
    assertThatThrownBy(() -> newest(9)).isInstanceOf(FeatureException.NotFound.class);
    room.catalog.create(PAGES.name(), TEXTS);
    assertThat(newest(9)).isEmpty();
  }

  @Test
  void what_was_removed_does_not_come_back_when_older_items_are_added_as_of_their_time() {
    long then = 1_000_000L * time.now().getEpochSecond();
    room.lists.addAsOf(PAGES, ALICE, List.of(item("a", 1)), then);
    room.lists.addAsOf(PAGES, ALICE, List.of(item("b", 2)), then + 1);
    time.pass(Duration.ofSeconds(1));
    room.lists.remove(PAGES, ALICE, FeatureValue.of("a"));
    room.lists.addAsOf(PAGES, ALICE, List.of(item("a", 1)), then);
    assertThat(newest(9)).containsExactly(item("b", 2));
    assertThat(contains("a")).isFalse();
    room.lists.removeAll(PAGES, ALICE);
    room.lists.addAsOf(PAGES, ALICE, List.of(item("b", 2)), then + 1);
    assertThat(newest(9)).isEmpty();
    assertThat(count()).isZero();
  }

  private Added add(ListItem... items) {
    return room.lists.add(PAGES, ALICE, List.of(items));
  }

  private List<ListItem> newest(int limit) {
    return room.lists.get(PAGES, ALICE, ListQuery.newest(limit)).items();
  }

  private boolean contains(String value) {
    return room.lists.contains(PAGES, ALICE, FeatureValue.of(value));
  }

  private long count() {
    return room.lists.count(PAGES, ALICE, Optional.empty(), Optional.empty());
  }

  private List<ListItem> readByPages(int limit) {
    List<ListItem> read = new ArrayList<>();
    Optional<ListQuery> query = Optional.of(ListQuery.newest(limit));
    while (query.isPresent()) {
      ListQuery asked = query.get();
      ItemPage page = room.lists.get(PAGES, ALICE, asked);
      read.addAll(page.items());
      query = page.next().map(asked::after);
    }
    return read;
  }

  private void assertAsked(int reads, int writes) {
    assertThat(room.store.reads()).as("reads").isEqualTo(reads);
    assertThat(room.store.writes()).as("writes").isEqualTo(writes);
  }
}
