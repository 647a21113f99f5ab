package io.messina.stream.group;

import static io.messina.stream.group.GroupRoom.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.GroupAction;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class FollowingTest {

  private static final Duration WAIT = Duration.ofSeconds(10);

  @AutoClose private GroupRoom room = new GroupRoom(group());

  @Test
  void a_follower_reads_in_order_from_what_it_committed() {
    room.append("a", "b", "c");
    EventPage first = read(2);
    assertThat(texts(first)).containsExactly("a", "b");
    room.commit(first.done());
    room.takeOver();

    EventPage second = read(10);
    assertThat(texts(second)).containsExactly("c");
    room.commit(Commit.of(Position.START));
    assertThat(texts(read(10))).containsExactly("c");
  }

  @Test
  void what_a_follower_notes_with_a_commit_is_there_after_a_take_over_and_gone_after_a_seek() {
    room.append("a", "b");
    Commit done = read(1).done();
    room.commit(new Commit(done.position(), done.run(), "kept in übersicht-1"));
    room.takeOver();
    assertThat(room.ask(OwnedGroup::committed).note()).isEqualTo("kept in übersicht-1");
    assertThat(room.ask(OwnedGroup::committed).position()).isEqualTo(done.position());

    room.commit(new Commit(done.position(), done.run(), "kept elsewhere"));
    room.takeOver();
    assertThat(room.ask(OwnedGroup::committed).note()).isEqualTo("kept elsewhere");
    room.commit(new Commit(done.position(), done.run(), "kept in übersicht-1"));
    room.commit(new Commit(Position.START, OptionalInt.empty(), "too late"));
    assertThat(room.ask(OwnedGroup::committed).note()).isEqualTo("kept in übersicht-1");
    room.command(new GroupAction.Seek(Start.earliest()));
    assertThat(room.ask(OwnedGroup::committed))
        .extracting(Commit::position, Commit::note)
        .containsExactly(Position.START, "");
  }

  @Test
  void an_answer_is_bounded_by_the_headers_of_its_events_too() {
    int events = 300;
    String value = "v".repeat(Event.HEADER_CHARS_MAX - 1);
    room.append(
        IntStream.range(0, events)
            .mapToObj(
                i ->
                    Event.builder(Bytes.utf8(Integer.toString(i)))
                        .key(Bytes.utf8("key"))
                        .header("h", value)
                        .build())
            .toList());
    int read = 0;
    while (read < events) {
      EventPage page = read(10_000);
      assertThat(page.events().size()).isBetween(1, 260);
      assertThat(texts(page)).startsWith(Integer.toString(read));
      read += page.events().size();
      room.commit(page.done());
    }
    assertThat(read).isEqualTo(events);
  }

  @Test
  void a_note_has_a_bound() {
    assertThatThrownBy(() -> new Commit(Position.START, OptionalInt.empty(), "x".repeat(1_025)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("note: 1025 bytes (expected: at most 1024)");
  }

  @Test
  void a_follower_at_the_end_is_woken_by_the_next_event_and_reads_nothing_from_the_store() {
    room.append("a");
    Commit next = read(10).done();
    room.commit(next);
    StoreOperations before = room.stores.operations();
    CompletableFuture<EventPage> waiting = begin(10);
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(waiting).isNotDone();

    room.append("b");
    assertThat(waiting).isDone();
    assertThat(texts(room.await(waiting))).containsExactly("b");
    StoreOperations cost = room.stores.operations().since(before);
    assertThat(cost.reads() + cost.scanPages()).isZero();
  }

  @Test
  void a_follower_waits_no_longer_than_it_said_nor_beyond_a_hand_over() {
    CompletableFuture<EventPage> waiting = begin(10);
    room.simulation.runFor(WAIT.minusMillis(50));
    assertThat(waiting).isNotDone();
    room.simulation.runFor(Duration.ofMillis(100));
    assertThat(waiting).isDone();

    CompletableFuture<EventPage> drained = begin(10);
    room.tell(() -> room.groups().drain());
    room.simulation.runFor(Duration.ofMillis(10));
    assertThat(drained).isDone();
  }

  @Test
  void a_follower_that_is_interrupted_waits_no_longer_and_stays_interrupted() {
    AtomicReference<Thread> reader = new AtomicReference<>();
    CompletableFuture<EventPage> waiting =
        room.begin(
            () -> {
              reader.set(Thread.currentThread());
              EventPage read = room.workers().read(10, WAIT);
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return read;
            });
    room.simulation.runFor(Duration.ofSeconds(1));
    assertThat(waiting).isNotDone();

    reader.get().interrupt();
    room.simulation.runFor(Duration.ofMillis(1));
    assertThat(waiting).isDone();
    assertThat(texts(room.await(waiting))).isEmpty();
  }

  @Test
  void a_follower_reads_ahead_of_what_it_commits_until_a_seek_takes_it_elsewhere() {
    room.append("a", "b", "c");
    Commit first = read(1).done();
    EventPage second = room.ask(() -> room.workers().readAfter(first, 1, Duration.ZERO));
    assertThat(texts(second)).containsExactly("b");
    assertThat(texts(read(10))).as("committed is nothing yet").containsExactly("a", "b", "c");

    room.command(new GroupAction.Seek(Start.earliest()));
    EventPage sought = room.ask(() -> room.workers().readAfter(second.done(), 10, Duration.ZERO));
    assertThat(texts(sought)).containsExactly("a", "b", "c");
    assertThat(sought.run()).isNotEqualTo(second.run());
  }

  @Test
  void timestamps_for_plain_writes_grow_also_over_a_take_over() {
    long first = room.ask(() -> room.workers().nextTimestampMicros());
    long second = room.ask(() -> room.workers().nextTimestampMicros());
    room.takeOver();
    long third = room.ask(() -> room.workers().nextTimestampMicros());
    assertThat(List.of(first, second, third)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void a_later_commit_is_written_within_about_a_second() {
    room.append("a", "b");
    Commit next = read(1).done();
    StoreOperations before = room.stores.operations();
    room.tell(() -> room.workers().commitLater(next));
    room.simulation.runFor(Duration.ofMillis(900));
    assertThat(room.stores.operations().since(before).fencedWrites()).isZero();
    room.simulation.runFor(Duration.ofMillis(200));
    room.takeOver();

    assertThat(texts(read(10))).containsExactly("b");
  }

  @Test
  void commits_of_many_followers_share_a_write() {
    room.append(6);
    StoreOperations before = room.stores.operations();
    List<CompletableFuture<Boolean>> commits =
        java.util.stream.LongStream.rangeClosed(1, 6)
            .mapToObj(
                sequence ->
                    room.begin(
                        () -> {
                          room.workers().commit(Commit.of(new Position(1, sequence)));
                          return true;
                        }))
            .toList();
    commits.forEach(room::await);

    assertThat(room.stores.operations().since(before).fencedWrites()).isLessThanOrEqualTo(2);
  }

  @Test
  void a_commit_of_what_was_read_before_a_seek_does_not_undo_it() {
    room.append("a", "b", "c");
    EventPage first = read(2);
    seekToEarliest();
    room.commit(first.done());
    EventPage again = read(2);
    assertThat(texts(again)).containsExactly("a", "b");

    seekToEarliest();
    room.takeOver();
    room.commit(again.done());
    EventPage third = read(2);
    assertThat(texts(third)).containsExactly("a", "b");
    room.takeOver();
    room.commit(third.done());
    assertThat(texts(read(2))).containsExactly("c");
  }

  @Test
  void a_follower_who_waits_is_sent_where_the_group_is_sought_at_once() {
    room.append("a");
    room.commit(Commit.of(new Position(1, 1)));
    CompletableFuture<EventPage> waiting = begin(10);
    seekToEarliest();
    assertThat(texts(room.await(waiting))).isEmpty();
    room.commit(waiting.join().done());
    assertThat(texts(room.await(begin(10)))).containsExactly("a");
    assertThat(room.simulation.elapsed()).isLessThan(WAIT);
  }

  @Test
  void a_paused_group_shows_followers_nothing_until_it_is_resumed() {
    room.append("a");
    room.command(new GroupAction.Pause());
    assertThat(texts(read(10))).isEmpty();
    CompletableFuture<EventPage> waiting = begin(10);
    room.append("b");
    assertThat(waiting).isNotDone();
    room.command(new GroupAction.Resume());
    assertThat(texts(room.await(waiting))).containsExactly("a", "b");
    assertThat(room.simulation.elapsed()).isLessThan(WAIT);
  }

  @Test
  void a_commit_that_names_no_run_counts_in_each() {
    room.append("a", "b", "c");
    EventPage first = read(2);
    seekToEarliest();
    room.commit(Commit.of(first.next()));
    assertThat(texts(read(2))).containsExactly("c");
  }

  @Test
  void a_commit_behind_the_end_is_refused() {
    assertThatThrownBy(() -> room.tell(() -> room.workers().commit(Commit.of(new Position(1, 1)))))
        .isInstanceOf(RequestException.Refused.class);
  }

  @Test
  void what_has_expired_is_passed_over() {
    room.append("a");
    room.takeOver();
    room.simulation.runFor(Duration.ofHours(3));
    room.append("b");

    EventPage read = read(10);
    assertThat(texts(read)).containsExactly("b");
    assertThat(read.next()).isEqualTo(new Position(2, 1));
    assertThat(read.gaps()).containsExactly(new Position(1, 1));
    assertThat(room.ask(() -> room.workers().readAfter(read.done(), 1, Duration.ZERO)).gaps())
        .isEmpty();
  }

  @Test
  void whoever_waits_is_told_of_what_has_expired_as_well() {
    room.append("a");
    room.takeOver();
    room.simulation.runFor(Duration.ofHours(3));
    CompletableFuture<EventPage> waiting = begin(10);
    room.simulation.runFor(Duration.ofMillis(100));
    room.append("b");

    assertThat(room.await(waiting).gaps()).containsExactly(new Position(1, 1));
  }

  private void seekToEarliest() {
    room.command(new GroupAction.Seek(Start.earliest()));
  }

  private EventPage read(int max) {
    return room.ask(() -> room.workers().read(max, Duration.ZERO));
  }

  private CompletableFuture<EventPage> begin(int max) {
    return room.begin(() -> room.workers().read(max, WAIT));
  }

  private static List<String> texts(EventPage read) {
    return read.events().stream().map(GroupRoom::text).toList();
  }
}
