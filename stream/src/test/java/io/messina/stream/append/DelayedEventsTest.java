package io.messina.stream.append;

import static io.messina.stream.append.AppendRig.event;
import static io.messina.stream.append.AppendRig.keyed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.runtime.RequestException;
import io.messina.store.Bytes;
import io.messina.store.Mutation;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.stream.DelayedAddress;
import io.messina.stream.owner.Section;
import io.messina.testkit.FaultyStore.Call;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class DelayedEventsTest {

  @AutoClose private final AppendRig rig = new AppendRig(1, Duration.ofMinutes(10));

  @Test
  void an_event_is_written_to_a_bucket_only_once_that_is_marked() {
    AtomicBoolean broken = rig.breaking(call -> call.operation() == Operation.WRITE_IF);
    rig.own();
    rig.simulation.runFor(Duration.ofSeconds(1));
    broken.set(true);
    Instant due = rig.simulation.clock().instant().plus(Duration.ofHours(1));
    CompletableFuture<DelayedAddress> answer =
        rig.begin(() -> rig.appender().schedule(event("a"), due));
    rig.simulation.runFor(Duration.ofSeconds(5));

    assertThat(answer).isNotDone();
    assertThat(scheduled(DueBuckets.bucketOf(due))).isEmpty();
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(answer).isCompleted();
  }

  @Test
  void a_delayed_event_is_appended_when_it_is_due_and_only_then() {
    rig.schedule(event("a"), Duration.ofMinutes(25));
    rig.schedule(event("b"), Duration.ofMinutes(3));
    rig.schedule(event("c"), Duration.ofSeconds(30));
    rig.simulation.runFor(Duration.ofSeconds(29));
    assertThat(rig.payloads()).isEmpty();
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(rig.payloads()).containsExactly("c");
    rig.simulation.runFor(Duration.ofMinutes(3));
    assertThat(rig.payloads()).containsExactly("c", "b");
    rig.simulation.runFor(Duration.ofMinutes(23));

    assertThat(rig.payloads()).containsExactly("c", "b", "a");
  }

  @Test
  void a_schedule_that_is_done_leaves_nothing_and_costs_nothing() {
    rig.schedule(event("a"), Duration.ofMinutes(25));
    rig.simulation.runFor(Duration.ofHours(1));
    rig.ask(() -> rig.owner().site().state().flush());

    assertThat(rig.saved(Section.DUE)).isEmpty();
    StoreOperations before = rig.stores.operations();
    rig.simulation.runFor(Duration.ofHours(1));
    assertThat(rig.stores.operations().since(before).scanPages()).isZero();
  }

  @Test
  void what_is_overdue_is_appended_at_once_by_the_next_owner() {
    rig.schedule(event("a"), Duration.ofMinutes(25));
    rig.crash();
    rig.simulation.runFor(Duration.ofHours(2));
    rig.own();
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void the_append_time_is_not_before_the_due_time_where_the_clock_is_set_back_between() {
    try (AppendRig days = new AppendRig(1, Duration.ofDays(1))) {
      AtomicBoolean looked = new AtomicBoolean();
      days.watch(
          store -> store.before(call -> looked.compareAndSet(false, call.reads(KeyTable.TABLE))));
      days.own();
      Instant due =
          days.simulation.clock().instant().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
      days.schedule(event("a"), due);
      days.simulation.runUntil(looked::get, Duration.ofMinutes(2));
      days.owner().node().clock().step(Duration.ofHours(-1));
      days.simulation.runFor(Duration.ofSeconds(1));

      assertThat(days.payloads()).containsExactly("a");
      assertThat(days.log().getFirst().batch().firstAppendMicros()).isEqualTo(Micros.of(due));
    }
  }

  @Test
  void what_is_due_already_is_appended_at_once() {
    rig.schedule(event("a"), Duration.ofHours(-1));

    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void a_repeated_request_is_scheduled_once_and_not_again_after_it_was_appended() {
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(60);
    DelayedAddress first = rig.schedule(keyed("k", "a"), due);
    assertThat(rig.schedule(keyed("k", "a"), due)).isEqualTo(first);
    assertThatThrownBy(() -> rig.schedule(keyed("k", "other"), due))
        .isInstanceOf(RequestException.Refused.class);
    rig.simulation.runFor(Duration.ofSeconds(61));
    assertThat(rig.schedule(keyed("k", "a"), due)).isEqualTo(first);
    rig.simulation.runFor(Duration.ofSeconds(200));

    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void a_request_that_names_another_time_is_known_by_its_key_while_the_stream_remembers_it() {
    rig.own();
    Instant begin = rig.simulation.clock().instant();
    DelayedAddress first = rig.schedule(keyed("k", "a"), begin.plusSeconds(60));
    assertThat(rig.schedule(keyed("k", "a"), begin.plusSeconds(90))).isEqualTo(first);
    rig.crashAndOwn();
    assertThat(rig.schedule(keyed("k", "a"), begin.plusSeconds(95))).isEqualTo(first);
    assertThatThrownBy(() -> rig.schedule(keyed("k", "b"), begin.plusSeconds(99)))
        .isInstanceOf(RequestException.Refused.class);
    rig.simulation.runFor(Duration.ofMinutes(5));
    assertThat(rig.schedule(keyed("k", "a"), Duration.ofSeconds(1))).isEqualTo(first);
    rig.simulation.runFor(Duration.ofMinutes(2));

    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void a_key_is_remembered_as_long_as_the_stream_says_also_where_its_event_was_delayed() {
    try (AppendRig days = new AppendRig(1, Duration.ofDays(1))) {
      days.own();
      Instant due = days.simulation.clock().instant().plusSeconds(60);
      DelayedAddress first = days.schedule(keyed("k", "a"), due);
      days.simulation.runFor(Duration.ofMinutes(15));
      assertThat(days.schedule(keyed("k", "a"), due)).isEqualTo(first);
      assertThat(days.schedule(keyed("k", "a"), Duration.ofSeconds(60))).isEqualTo(first);
      days.crashAndOwn();
      assertThat(days.schedule(keyed("k", "a"), Duration.ofSeconds(60))).isEqualTo(first);
      days.simulation.runFor(Duration.ofMinutes(2));

      assertThat(days.payloads()).containsExactly("a");
    }
  }

  @Test
  void a_key_of_a_cancelled_event_may_be_used_again_for_another_time() {
    DelayedAddress first = rig.schedule(keyed("k", "a"), Duration.ofSeconds(60));
    assertThat(rig.cancel(first)).isTrue();
    DelayedAddress second = rig.schedule(keyed("k", "b"), Duration.ofSeconds(90));
    rig.simulation.runFor(Duration.ofMinutes(2));

    assertThat(second).isNotEqualTo(first);
    assertThat(rig.payloads()).containsExactly("b");
  }

  @Test
  void a_request_whose_event_was_withdrawn_schedules_nothing_when_it_comes_again() {
    Instant due = rig.simulation.clock().instant().plusSeconds(300);
    DelayedAddress first = rig.schedule(keyed("k", "a"), Duration.ofMinutes(5));
    assertThat(rig.withdraw(first)).isTrue();
    assertThat(rig.withdraw(first)).isTrue();
    assertThat(rig.schedule(keyed("k", "a"), due)).isEqualTo(first);
    rig.crashAndOwn();
    assertThat(rig.schedule(keyed("k", "a"), due.plusSeconds(30))).isEqualTo(first);
    assertThatThrownBy(() -> rig.schedule(keyed("k", "b"), due))
        .isInstanceOf(RequestException.Refused.class);
    rig.simulation.runFor(Duration.ofMinutes(12));
    assertThat(rig.payloads()).isEmpty();

    rig.schedule(keyed("k", "b"), Duration.ofSeconds(1)); // it is forgotten by now
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(rig.payloads()).containsExactly("b");
  }

  @Test
  void an_accepted_event_is_appended_whatever_is_appended_under_its_key_meanwhile() {
    rig.schedule(keyed("k", "a"), Duration.ofSeconds(60));
    rig.append(keyed("k", "c"));
    rig.simulation.runFor(Duration.ofSeconds(80));

    assertThat(rig.append(keyed("k", "c")).getFirst().duplicate()).isTrue();
    assertThat(rig.payloads()).containsExactly("c", "a");
  }

  @Test
  void a_key_under_which_an_event_was_appended_takes_no_delayed_one() {
    rig.append(keyed("k", "a"));

    assertThatThrownBy(() -> rig.schedule(keyed("k", "a"), Duration.ofSeconds(60)))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("was not delayed");
  }

  @Test
  void an_event_whose_row_could_not_be_deleted_for_long_is_not_appended_again() {
    AtomicBoolean broken = rig.breaking(call -> call.writes(Schedule.TABLE));
    rig.schedule(event("a"), Duration.ofSeconds(30));
    DelayedAddress late = rig.schedule(event("b"), Duration.ofSeconds(45));
    broken.set(true);
    appendFor("first", 15);
    // Its successor dies with it undeleted, too.
    rig.crashAndOwn();
    appendFor("second", 15);
    broken.set(false);
    rig.crashAndOwn();
    assertThat(rig.cancel(late)).isFalse();
    rig.simulation.runFor(Duration.ofMinutes(1));

    assertThat(rig.payloads())
        .filteredOn(payload -> payload.length() == 1)
        .containsExactly("a", "b");
  }

  @Test
  void neither_cancels_nor_a_hand_over_wait_while_the_log_is_read_for_overdue_events() {
    AtomicBoolean schedule = rig.breaking(call -> call.reads(Schedule.TABLE));
    AtomicBoolean log = rig.breaking(AppendRig::readsLog);
    DelayedAddress first = rig.schedule(event("a"), Duration.ofSeconds(30));
    schedule.set(true);
    appendFor("owner", 15);
    rig.crashAndOwn();
    rig.append(keyed("k", "rebuilt"));
    log.set(true);
    schedule.set(false);
    rig.simulation.runFor(Duration.ofSeconds(5));

    assertThat(rig.cancel(first)).isFalse();
    rig.tell(
        () -> {
          rig.appender().drain();
        });
    log.set(false);
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofMinutes(1));
    assertThat(rig.payloads()).containsOnlyOnce("a");
  }

  @Test
  void the_log_is_read_once_for_all_pages_of_overdue_events() {
    AtomicBoolean broken = rig.breaking(call -> call.reads(Schedule.TABLE));
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(30);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      expected.add("event " + i);
      rig.schedule(event("event " + i), due);
    }
    broken.set(true);
    appendFor("owner", 15);
    AtomicInteger reads = new AtomicInteger();
    // A segment is read forwards.
    rig.watch(
        store ->
            store.before(
                call ->
                    reads.addAndGet(
                        AppendRig.readsLog(call) && !((Scan) call.argument()).reversed() ? 1 : 0)));
    broken.set(false);
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofMinutes(1));

    assertThat(rig.payloads()).containsOnlyOnceElementsOf(expected);
    // One of these for the window of keys.
    assertThat(reads).hasValue(2);
  }

  private void appendFor(String name, int minutes) {
    for (int i = 0; i < minutes; i++) {
      rig.append(event(name + " " + i));
      rig.simulation.runFor(Duration.ofMinutes(1));
    }
  }

  @Test
  void a_damaged_row_is_set_aside_and_the_rest_is_appended() {
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
    rig.schedule(event("a"), due);
    Schedule.Delayed damaged = new Schedule.Delayed(due, "damaged", Bytes.utf8("no batch"));
    rig.stores
        .direct()
        .write(
            PlainBatch.in(
                    Schedule.partition(AppendRig.SHARD, DueBuckets.bucketOf(due)),
                    Micros.of(due) - 1)
                .put(Schedule.row(AppendRig.SHARD, damaged))
                .build());
    rig.simulation.runFor(Duration.ofMinutes(30));

    assertThat(rig.payloads()).containsExactly("a");
    assertThat(scheduled(Schedule.SET_ASIDE)).containsExactly(damaged);
    assertThat(rig.owner().owned().epoch()).isEqualTo(1);
  }

  @Test
  void a_cancelled_event_is_never_appended() {
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(60);
    DelayedAddress first = rig.schedule(event("a"), due);
    DelayedAddress second = rig.schedule(event("b"), due);

    assertThat(rig.cancel(first)).isTrue();
    assertThat(rig.cancel(first)).isFalse();
    rig.simulation.runFor(Duration.ofMinutes(20));
    assertThat(rig.cancel(second)).isFalse();
    assertThat(rig.payloads()).containsExactly("b");
  }

  @Test
  void an_id_leads_to_the_event_while_it_waits_and_after_it_was_appended() {
    DelayedAddress id = rig.schedule(event("a"), Duration.ofSeconds(60));
    rig.append(event("b"));
    assertThat(rig.waiting(id)).map(event -> event.payload().toUtf8()).contains("a");
    assertThat(rig.appended(id)).isEmpty();
    rig.simulation.runFor(Duration.ofSeconds(61));
    assertThat(rig.waiting(id)).isEmpty();
    assertThat(rig.appended(id)).contains(new Position(1, 1));
    rig.crashAndOwn();
    assertThat(rig.appended(id)).contains(new Position(1, 1));
  }

  @Test
  void an_earlier_event_wakes_the_loop() {
    rig.schedule(event("late"), Duration.ofMinutes(9));
    rig.simulation.runFor(Duration.ofSeconds(5));
    rig.schedule(event("soon"), Duration.ofSeconds(2));
    rig.simulation.runFor(Duration.ofMillis(2_100));

    assertThat(rig.payloads()).containsExactly("soon");
  }

  @Test
  void many_events_of_a_time_leave_one_mark_each_page_and_none_is_lost() {
    Set<Mutation> deletedAlone = ConcurrentHashMap.newKeySet();
    rig.watch(store -> store.before(call -> deletedAlone.addAll(deletesOfOne(call))));
    rig.own();
    List<String> expected = new ArrayList<>();
    Instant due = rig.simulation.clock().instant().plusSeconds(60);
    for (int i = 0; i < 2_500; i++) {
      expected.add("event " + i);
      rig.schedule(event("event " + i), due.plusMillis(i / 1_000));
    }
    rig.simulation.runFor(Duration.ofSeconds(90));

    assertThat(rig.payloads()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(deletedAlone).isEmpty();
  }

  private List<Schedule.Delayed> scheduled(long bucket) {
    List<Schedule.Delayed> rows = new ArrayList<>();
    rig.stores
        .direct()
        .scan(Scan.of(Schedule.partition(AppendRig.SHARD, bucket)))
        .forEachRemaining(row -> rows.add(Schedule.delayed(row)));
    return rows;
  }

  private static List<Mutation> deletesOfOne(Call call) {
    return call.writes(Schedule.TABLE)
        ? ((PlainBatch) call.argument())
            .mutations().stream().filter(Mutation.DeleteRow.class::isInstance).toList()
        : List.of();
  }
}
