package io.messina.features.contents;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.AddedItems;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRoom;
import io.messina.features.OnEachEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** An item is there until its time plus the time to live, to the nanosecond, on every engine. */
@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memoryAndCassandra")
final class ListExpiryTest extends OnEachEngine {

  private static final FeatureOptions TEXTS = FeatureOptions.list(ValueType.TEXT);
  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

  private Pages pages;

  @BeforeEach
  void open() {
    pages = Pages.in(room, PAGES);
  }

  @Test
  void an_item_that_is_over_on_arrival_is_accepted_and_not_stored() {
    live(TTL);
    ListItem over = item("over", time.now().minus(TTL));
    ListItem barely = item("barely", time.now().minus(TTL).plusNanos(1));
    assertThat(pages.add(over, barely)).isEqualTo(new AddedItems(1, 1));
    var _ = room.store.mutations();
    assertThat(pages.add(over)).isEqualTo(new AddedItems(0, 1));
    assertThat(room.store.mutations()).isZero();
    assertThat(pages.newest(9)).containsExactly(barely);
    time.pass(Duration.ofNanos(1));
    assertGone(barely);
  }

  @Test
  void each_item_goes_at_its_own_nanosecond() {
    live(TTL);
    List<ListItem> items = new ArrayList<>();
    for (long nanos : new long[] {0, 1, 999_999, 1_000_000, 1_000_001, 1_000_000_000}) {
      items.add(item("at " + nanos, time.now().plusNanos(nanos)));
    }
    pages.add(items);
    Instant begin = time.now();
    for (int i = 0; i < items.size(); i++) {
      Instant end = items.get(i).time().plus(TTL);
      time.set(end.minusNanos(1));
      assertThat(pages.newest(9)).isEqualTo(items.subList(i, items.size()).reversed());
      assertThat(pages.count()).isEqualTo(items.size() - i);
      assertThat(pages.contains(items.get(i).value().text())).isTrue();
      time.set(end);
      assertThat(pages.newest(9)).isEqualTo(items.subList(i + 1, items.size()).reversed());
      assertGone(items.get(i));
    }
    assertThat(time.now()).isEqualTo(begin.plus(TTL).plusSeconds(1));
  }

  @Test
  void a_time_to_live_of_a_hundred_years_works() {
    live(FeatureOptions.TTL_MAX);
    ListItem oldest = item("oldest", Instant.EPOCH);
    ListItem old = item("old", Instant.parse("2015-09-12T00:46:58.771Z"));
    ListItem last = item("last", ItemTime.MAX);
    assertThat(pages.add(old, oldest, last)).isEqualTo(new AddedItems(3, 0));
    assertThat(pages.newest(9)).containsExactly(last, old, oldest);
    time.set(Instant.EPOCH.plus(FeatureOptions.TTL_MAX));
    assertThat(pages.newest(9)).containsExactly(last, old);
    time.set(old.time().plus(FeatureOptions.TTL_MAX).minusNanos(1));
    assertThat(pages.newest(9)).containsExactly(last, old);
    time.pass(Duration.ofNanos(1));
    assertThat(pages.newest(9)).containsExactly(last);
  }

  @Test
  void where_the_seconds_of_databases_end_nothing_ends_early_or_late() {
    time.set(Instant.parse("2038-01-10T00:00:00Z"));
    Duration ttl = DAY.multipliedBy(20);
    live(ttl);
    List<ListItem> items = new ArrayList<>();
    for (String end :
        List.of(
            "2038-01-18T03:13:59Z",
            "2038-01-18T03:14:00Z",
            "2038-01-18T03:14:01Z",
            "2038-01-19T03:14:07Z",
            "2038-01-19T03:14:08Z",
            "2038-01-25T00:00:00Z")) {
      items.add(item("until " + end, Instant.parse(end).minus(ttl)));
    }
    assertThat(pages.add(items)).isEqualTo(new AddedItems(items.size(), 0));
    for (int i = 0; i < items.size(); i++) {
      time.set(items.get(i).time().plus(ttl).minusMillis(1));
      assertThat(pages.newest(9)).isEqualTo(items.subList(i, items.size()).reversed());
      time.pass(Duration.ofMillis(1));
      assertGone(items.get(i));
    }
  }

  @Test
  void a_shorter_ttl_counts_at_once() {
    live(DAY.multipliedBy(9));
    ListItem item = item("a", time.now().minus(DAY.multipliedBy(2)));
    pages.add(item);
    assertThat(pages.newest(9)).containsExactly(item);
    live(DAY);
    assertGone(item);
  }

  @Test
  void what_is_over_is_not_counted_and_a_removed_value_does_not_come_back_with_a_longer_ttl() {
    live(DAY.multipliedBy(9));
    ListItem over = item("a", time.now().minus(DAY.multipliedBy(2)));
    ListItem living = item("a", time.now());
    pages.add(over, item("b", over.time()), living);
    live(DAY);
    var _ = room.store.rows();
    assertThat(pages.count()).isEqualTo(1);
    assertThat(pages.trim(1)).isZero();
    assertThat(pages.remove("b")).isZero();
    assertThat(pages.remove("a")).isEqualTo(1);
    assertThat(room.store.rows()).isEqualTo(5);
    assertThat(pages.trim(1)).isZero();
    assertThat(pages.count()).isZero();
    assertThat(room.store.rows()).isZero();
    live(DAY.multipliedBy(9));
    assertThat(pages.newest(9)).isEmpty();
  }

  @Test
  void what_is_over_for_a_clock_that_is_ahead_is_removed_for_the_others_too() {
    live(TTL);
    Pages ahead = Pages.in(new FeatureRoom(room.store, time.ahead(HALF_A_SECOND)), PAGES);
    pages.add(item("a", time.now()), item("b", time.now()), item("c", time.now().plus(TTL)));
    time.pass(TTL.minus(HALF_A_SECOND));
    assertThat(pages.count()).isEqualTo(3);
    assertThat(ahead.count()).isEqualTo(1);
    assertThat(ahead.remove("a")).isZero();
    assertThat(pages.contains("a")).isFalse();
    assertThat(pages.contains("b")).isTrue();
    assertThat(ahead.trim(1)).isZero();
    assertThat(pages.count()).isEqualTo(1);
  }

  @Test
  void of_the_times_that_count_only_the_items_are_read_to_count_them() {
    live(DAY);
    for (int i = 0; i < 9; i++) {
      pages.add(item("value " + i % 2, time.now().plusNanos(i)));
    }
    var _ = room.store.rows();
    Optional<Instant> from = Optional.of(time.now().plusNanos(2));
    Optional<Instant> below = Optional.of(time.now().plusNanos(5));
    assertThat(room.lists.count(PAGES, ALICE, from, below)).isEqualTo(3);
    assertThat(room.store.rows()).isEqualTo(3);
    live(FeatureOptions.TTL_MAX);
    assertThat(pages.count()).isEqualTo(9);
  }

  @Test
  void a_longer_ttl_counts_for_what_is_added_from_then_on() {
    live(DAY);
    ListItem before = item("before", time.now());
    ListItem again = item("again", time.now());
    pages.add(before, again);
    live(DAY.multipliedBy(9));
    ListItem after = item("after", time.now());
    pages.add(again, after);
    time.pass(DAY);
    assertThat(pages.newest(9)).containsExactlyInAnyOrder(again, after);
    assertThat(pages.count()).isEqualTo(2);
    time.pass(DAY.multipliedBy(8).minusNanos(1));
    assertThat(pages.count()).isEqualTo(2);
    time.pass(Duration.ofNanos(1));
    assertThat(pages.count()).isZero();
  }

  @Test
  void what_has_gone_can_be_added_anew_where_it_lives_longer() {
    live(TTL);
    ListItem item = item("a", time.now());
    pages.add(item);
    time.pass(TTL);
    assertGone(item);
    live(DAY);
    assertThat(pages.add(item)).isEqualTo(new AddedItems(1, 0));
    assertThat(pages.newest(9)).containsExactly(item);
    assertThat(pages.count()).isEqualTo(1);
  }

  private void live(Duration ttl) {
    var _ = room.catalog.create(PAGES.name(), TEXTS.ttl(ttl));
  }

  private void assertGone(ListItem item) {
    assertThat(pages.newest(9)).doesNotContain(item);
    assertThat(pages.contains(item.value().text())).isFalse();
  }

  private static ListItem item(String text, Instant time) {
    return new ListItem(FeatureValue.text(text), time);
  }
}
