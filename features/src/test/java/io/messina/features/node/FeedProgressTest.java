package io.messina.features.node;

import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.node.FeedRoom.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.FeatureVersion;
import io.messina.features.TestEngine;
import io.messina.features.TestTime;
import io.messina.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class FeedProgressTest {

  @Parameter private TestEngine engine;
  @TempDir private Path folder;
  private final TestTime time = new TestTime();
  private FeedRoom room;

  @BeforeEach
  void open() {
    room = new FeedRoom(engine.open(folder, time.wall()), time);
  }

  @AfterEach
  void close() {
    room.close();
  }

  @Test
  void what_was_fed_before_the_stream_fell_silent_does_not_come_back_by_a_late_replay() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    node.handle(events(6, 10));
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    FeedHandler afterCrash = room.node(PAGES);
    afterCrash.handle(events(1, 7));
    afterCrash.handle(events(8, 10));
    assertThat(room.pages()).isZero();
    assertThat(room.tally.read().passed()).isEqualTo(10);
  }

  @Test
  void what_was_removed_does_not_come_back_by_another_feed_that_reads_the_same() {
    room.node(PAGES).handle(events(1, 5));
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 8));
    assertThat(room.pages()).isEqualTo(3);
    assertThat(room.tally.read().passed()).isEqualTo(5);
  }

  @Test
  void what_reads_the_events_otherwise_feeds_them_all() {
    room.node(PAGES).handle(events(1, 5));
    room.forgetRemovals();
    room.node(PAGES, FeatureVersion.FIRST, "/link").handle(events(1, 5));
    assertThat(room.pages()).isEqualTo(10);
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 5));
    room.node(PAGES, FeatureVersion.FIRST, "/link").handle(events(1, 5));
    assertThat(room.pages()).isZero();
  }

  @Test
  void what_was_fed_is_written_no_second_time_however_young() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    node.handle(events(1, 5));
    room.node(PAGES).handle(events(1, 6));
    assertThat(room.tally.read().fed()).isEqualTo(6);
    assertThat(room.tally.read().passed()).isEqualTo(10);
    assertThat(room.pages()).isEqualTo(6);
  }

  @Test
  void an_old_event_is_fed_the_first_time() {
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 5));
    assertThat(room.pages()).isEqualTo(5);
  }

  @Test
  void a_node_that_knows_less_neither_puts_a_mark_back_nor_feeds_again() {
    FeedHandler one = room.node(PAGES);
    one.handle(events(1, 10));
    room.node(PAGES).handle(events(11, 100));
    one.handle(events(11, 20));
    one.handle(events(11, 20));
    one.handle(events(1, 30));
    assertThat(room.tally.read().passed()).isEqualTo(10 + 30);
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    one.handle(events(1, 60));
    room.node(PAGES).handle(events(61, 100));
    assertThat(room.pages()).isZero();
    assertThat(room.tally.read().passed()).isEqualTo(10 + 30 + 100);
  }

  @Test
  void a_node_that_goes_on_where_it_was_asks_what_others_have_fed_of_old_events() {
    FeedHandler one = room.node(PAGES);
    one.handle(events(1, 10));
    room.node(PAGES).handle(events(11, 20));
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    one.handle(events(11, 20));
    assertThat(room.pages()).isZero();
    assertThat(room.tally.read().passed()).isEqualTo(10);
  }

  @Test
  void what_a_seek_ahead_has_left_out_is_fed_when_the_group_is_sought_back() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    room.leavesOut(true);
    node.handle(events(50, 60));
    node.handle(events(61, 70));
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 70));
    assertThat(room.tally.read().passed()).isEqualTo(26);
    assertThat(room.pages()).isEqualTo(70);
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 70));
    assertThat(room.pages()).isZero();
  }

  @Test
  void stretches_that_have_grown_together_are_one_in_the_store() {
    FeedHandler node = room.node(PAGES);
    room.leavesOut(true);
    node.handle(events(1, 5));
    node.handle(events(50, 60));
    node.handle(events(80, 90));
    assertThat(room.marks()).isEqualTo(3);
    node.handle(events(1, 55));
    assertThat(room.marks()).isEqualTo(3);
    node.handle(events(56, 79));
    assertThat(room.marks()).isEqualTo(2);
    node.handle(events(80, 100));
    assertThat(room.marks()).isEqualTo(1);
    node.handle(events(1, 100));
    assertThat(room.pages()).isEqualTo(100);
    assertThat(room.tally.read().fed()).isEqualTo(100);
  }

  @Test
  void a_stretch_that_another_node_has_grown_is_not_deleted_with_what_it_was() {
    room.leavesOut(true);
    FeedHandler one = room.node(PAGES);
    one.handle(events(1, 5));
    one.handle(events(20, 30));
    room.node(PAGES).handle(events(31, 60));
    one.handle(events(1, 40));
    assertThat(room.marks()).isEqualTo(2);
    room.room.lists.removeAll(PAGES, ALICE);
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 60));
    assertThat(room.pages()).isZero();
  }

  @Test
  void numbers_that_no_event_has_are_no_gap() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    node.handle(events(50, 60));
    room.forgetRemovals();
    room.node(PAGES).handle(events(1, 60));
    assertThat(room.tally.read().passed()).isEqualTo(60);
  }

  @Test
  void beyond_some_gaps_no_more_are_known() {
    FeedHandler node = room.node(PAGES);
    room.leavesOut(true);
    IntStream.rangeClosed(1, Stretches.MAX).forEach(n -> node.handle(events(9 * n, 9 * n)));
    node.handle(events(1_000, 1_001));
    node.handle(events(1_100, 1_101));
    room.forgetRemovals();
    room.node(PAGES).handle(events(900, 1_050));
    assertThat(room.tally.read().passed()).isEqualTo(151);
  }

  @Test
  void gaps_that_were_closed_leave_room_for_others() {
    FeedHandler node = room.node(PAGES);
    room.leavesOut(true);
    IntStream.rangeClosed(1, Stretches.MAX).forEach(n -> node.handle(events(9 * n, 9 * n)));
    node.handle(events(1, 600));
    node.handle(events(1_000, 1_001));
    room.node(PAGES).handle(events(900, 1_001));
    assertThat(room.tally.read().fed()).isEqualTo(600 + 102);
  }

  @Test
  void each_version_is_fed_from_the_beginning_where_the_group_is_sought_there() {
    room.node(PAGES).handle(events(1, 5));
    room.node(PAGES, FeedRoom.OTHER).handle(events(6, 10));
    room.forgetRemovals();
    room.node(PAGES, FeedRoom.OTHER).handle(events(1, 10));
    assertThat(room.tally.read().passed()).isEqualTo(5);
  }

  @Test
  void a_batch_costs_one_write_for_its_mark_and_no_read_and_one_that_was_fed_nothing() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    room.room.store.reads();
    room.room.store.writes();
    node.handle(events(6, 10));
    assertThat(room.room.store.writes()).isEqualTo(5 + 1);
    assertThat(room.room.store.reads()).isZero();
    node.handle(events(1, 10));
    assertThat(room.room.store.writes()).isZero();
    assertThat(room.room.store.reads()).isZero();
    room.node(PAGES).handle(events(1, 10));
    assertThat(room.room.store.writes()).isZero();
    assertThat(room.room.store.reads()).isEqualTo(1);
  }

  @Test
  void a_batch_whose_mark_cannot_be_written_is_fed_again() {
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 2));
    room.room.store.fail(key -> key.table().equals(FeedMarkTable.FEED_MARKS));
    assertThatThrownBy(() -> node.handle(events(3, 5)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(room.tally.trouble(_ -> true)).hasValue("shard 0: away");
    room.room.store.fail(_ -> false);
    node.handle(events(3, 5));
    assertThat(room.tally.trouble(_ -> true)).isEmpty();
    assertThat(room.tally.read().fed()).isEqualTo(2 + 3 + 3);
    assertThat(room.pages()).isEqualTo(5);
  }
}
