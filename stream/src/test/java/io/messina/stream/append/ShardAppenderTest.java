package io.messina.stream.append;

import static io.messina.stream.append.AppendRig.event;
import static io.messina.stream.append.AppendRig.keyed;
import static io.messina.stream.append.AppendRig.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.runtime.RequestException;
import io.messina.stream.Event;
import io.messina.stream.ShardRig;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.AppendedSpan;
import io.messina.stream.owner.NotOwnerException;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNodeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ShardAppenderTest {

  private static final Duration WINDOW = Duration.ofMinutes(10);

  @AutoClose private AppendRig rig = new AppendRig(1, WINDOW);

  @Test
  void what_has_no_key_is_appended_as_it_comes() {
    List<AppendedSpan> spans = rig.append(event("a"), event("b"));

    assertThat(spans).containsExactly(new AppendedSpan(spans.getFirst().first(), 2, false));
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_repeat_gets_the_id_of_the_first_and_stores_nothing() {
    List<AppendedSpan> first = rig.append(keyed("k1", "a"), keyed("k2", "b"), event("c"));

    List<AppendedSpan> again = rig.append(keyed("k1", "a"), keyed("k2", "b"), event("d"));

    assertThat(again)
        .containsExactly(
            new AppendedSpan(first.getFirst().first(), 2, true),
            new AppendedSpan(again.getLast().first(), 1, false));
    assertThat(rig.payloads()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void a_key_with_another_body_refuses_the_whole_append() {
    rig.append(keyed("k1", "a"));

    assertThatThrownBy(() -> rig.append(keyed("k0", "new"), keyed("k1", "other")))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessageContaining("k1");
    assertThat(rig.append(keyed("k0", "even newer")).getFirst().duplicate()).isFalse();
    assertThat(rig.payloads()).containsExactly("a", "even newer");
  }

  @Test
  void of_outputs_the_first_wins() {
    List<AppendedSpan> first = rig.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "a"));

    List<AppendedSpan> second = rig.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "b"));

    assertThat(second.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void a_key_may_come_twice_in_one_append_with_the_same_body_only() {
    List<AppendedSpan> spans = rig.append(keyed("k", "a"), keyed("k", "a"));

    assertThat(spans).hasSize(2);
    assertThat(spans.getLast()).isEqualTo(new AppendedSpan(spans.getFirst().first(), 1, true));
    assertThatThrownBy(() -> rig.append(keyed("j", "a"), keyed("j", "b")))
        .isInstanceOf(RequestException.Refused.class);
    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void events_with_one_key_are_known_again_as_a_whole() {
    for (Duration deduplicate : List.of(Duration.ofMinutes(10), Duration.ofDays(2))) {
      renew(deduplicate);
      rig.append(event("before"));
      List<AppendedSpan> first = rig.append(together("k", "a", "b", "c"));

      assertThat(first).containsExactly(new AppendedSpan(first.getFirst().first(), 3, false));
      AppendedSpan repeat = new AppendedSpan(first.getFirst().first(), 3, true);
      assertThat(rig.append(together("k", "a", "b", "c"))).containsExactly(repeat);
      assertThatThrownBy(() -> rig.append(together("k", "a", "b")))
          .isInstanceOf(RequestException.Refused.class);
      assertThatThrownBy(() -> rig.append(keyed("k", "a")))
          .isInstanceOf(RequestException.Refused.class);
      rig.crashAndOwn();
      assertThat(rig.append(together("k", "a", "b", "c"))).containsExactly(repeat);
      assertThat(rig.payloads()).containsExactly("before", "a", "b", "c");
    }
  }

  @Test
  void events_with_one_key_stay_in_one_row_whatever_waits_before_them() {
    String half = "x".repeat(RecordBatch.BYTES_MAX / 2 - 3_000);
    rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    rig.tell(
        () -> {
          for (int i = 0; i < 9; i++) {
            answers.add(rig.appender().append(together("k" + i, half, half)));
            answers.add(rig.appender().append(EventRun.of(List.of(event("small")))));
          }
        });
    rig.simulation.runFor(Duration.ofSeconds(1));

    assertThat(answers).allMatch(answer -> answer.isDone() && answer.join().size() == 1);
    rig.crashAndOwn();
    assertThat(rig.append(together("k8", half, half)).getFirst().duplicate()).isTrue();
    assertThat(rig.payloads()).hasSize(27);
  }

  @Test
  void a_batch_with_other_bytes_is_refused_by_the_key_that_was_sent() {
    rig.append(together("k#", "a", "b"));

    assertThatThrownBy(() -> rig.append(together("k#", "a", "c")))
        .isInstanceOf(RequestException.Refused.class)
        .hasMessage("idempotency key: k (expected: the same events as before, in the same bytes)");
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void events_with_one_key_are_known_again_whatever_their_trace() {
    for (Duration deduplicate : List.of(Duration.ofMinutes(10), Duration.ofDays(2))) {
      renew(deduplicate);
      List<AppendedSpan> first = rig.append(traced("k", "1"));
      AppendedSpan repeat = new AppendedSpan(first.getFirst().first(), 2, true);

      assertThat(rig.append(traced("k", "2"))).containsExactly(repeat);
      assertThat(rig.append(together("k", "a", "b"))).containsExactly(repeat);
      rig.crashAndOwn();
      assertThat(rig.append(together("k", "a", "b"))).containsExactly(repeat);
      assertThat(rig.append(traced("k", "3"))).containsExactly(repeat);
      assertThat(rig.payloads()).containsExactly("a", "b");
    }
  }

  private static EventRun traced(String key, String parent) {
    return together(key, "a", "b").traced(Map.of("traceparent", parent)).withKey(key);
  }

  private static EventRun together(String key, String... payloads) {
    return EventRun.of(Stream.of(payloads).map(AppendRig::event).toList()).withKey(key);
  }

  @Test
  void appends_that_hold_each_others_keys_do_not_wait_for_ever() {
    rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();

    Event x = keyed("x", "1");
    Event y = keyed("y", "2");
    rig.tell(
        () -> {
          for (List<Event> each : List.of(List.of(x), List.of(y), List.of(x, y), List.of(y, x))) {
            answers.add(rig.appender().append(EventRun.of(each)));
          }
        });
    rig.simulation.runFor(Duration.ofSeconds(1));

    assertThat(answers).hasSize(4).allMatch(CompletableFuture::isDone);
    assertThat(answers.get(3).join()).allMatch(AppendedSpan::duplicate);
    assertThat(rig.payloads()).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void a_stream_that_remembers_no_keys_appends_them_all_but_messinas_own() {
    renew(Duration.ZERO);
    rig.append(keyed("k", "a"));
    rig.append(keyed("k", "b"));
    rig.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "c"));
    rig.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "d"));

    assertThat(rig.payloads()).containsExactly("a", "b", "c");
  }

  @Test
  void a_new_owner_knows_keys_and_numbers_also_after_a_long_outage() {
    rig.append(keyed("k", "a"), numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    rig.crash();
    rig.simulation.runFor(Duration.ofHours(1));
    List<AppendedSpan> again = rig.append(keyed("k", "a"), numbered("s", 7, "b"));

    assertThat(again).allMatch(AppendedSpan::duplicate);
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_new_owner_knows_keys_also_if_their_events_have_expired_by_its_clock() {
    rig.append(keyed("k", "a"));
    SimulatedNodeClock clock = rig.owner().node().clock();
    rig.crash();
    clock.step(Duration.ofDays(8));

    assertThat(rig.append(keyed("k", "a"))).allMatch(AppendedSpan::duplicate);
    assertThat(rig.payloads()).containsExactly("a");
  }

  @Test
  void keys_longer_than_memory_are_known_by_their_rows_also_to_the_next_owner() {
    renew(Duration.ofHours(1));
    List<AppendedSpan> first = rig.append(keyed("k", "a"), keyed("j", "b"));
    rig.simulation.runFor(IdempotencyWindow.LENGTH_DEFAULT.plusMinutes(5));

    List<AppendedSpan> again = rig.append(keyed("k", "a"), keyed("new", "c"));
    assertThat(again.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThatThrownBy(() -> rig.append(keyed("x", "d"), keyed("j", "other")))
        .isInstanceOf(RequestException.Refused.class);
    rig.crashAndOwn();
    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();

    rig.simulation.runFor(Duration.ofHours(1));
    assertThat(rig.append(keyed("k", "other")).getFirst().duplicate()).isFalse();
    assertThat(rig.payloads()).containsExactly("a", "b", "c", "other");
  }

  @Test
  void a_row_that_an_owner_did_not_come_to_write_is_written_by_the_next() {
    renew(Duration.ofDays(1));
    AtomicBoolean broken = rig.breaking(call -> call.writes(KeyTable.TABLE));
    var _ = rig.own();
    rig.append(keyed("j", "a"));
    broken.set(true);
    CompletableFuture<List<AppendedSpan>> unanswered = rig.begin(keyed("k", "b"));
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(rig.payloads()).containsExactly("a", "b");
    assertThat(unanswered).isNotDone();
    rig.ask(() -> rig.owner().site().state().flush());
    broken.set(false);
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofHours(1));

    assertThat(rig.append(keyed("k", "b")).getFirst().duplicate()).isTrue();
  }

  @Test
  void no_append_waits_for_timestamps_while_the_state_takes_no_writes_for_a_while() {
    AtomicBoolean broken = rig.breaking(call -> call.operation() == Operation.WRITE_IF);
    rig.own();
    for (int second = 0; second < 50; second++) {
      rig.append(event("early"));
      rig.simulation.runFor(Duration.ofSeconds(1));
    }
    broken.set(true);
    long fencedBefore = rig.stores.operations().fencedWrites();
    for (int second = 0; second < 20; second++) {
      CompletableFuture<List<AppendedSpan>> answer = rig.begin(event("late"));
      rig.simulation.runFor(Duration.ofSeconds(1));
      assertThat(answer).isCompleted();
    }

    assertThat(rig.stores.operations().fencedWrites()).isEqualTo(fencedBefore);
    assertThat(rig.payloads()).hasSize(70);
  }

  @Test
  void timestamps_of_a_shard_without_groups_cost_two_writes_a_minute() {
    rig.append(event("a"));
    StoreOperations before = rig.stores.operations();
    for (int second = 0; second < 600; second++) {
      rig.append(event("a"));
      rig.simulation.runFor(Duration.ofSeconds(1));
    }

    assertThat(rig.stores.operations().since(before).fencedWrites()).isBetween(10L, 21L);
  }

  @Test
  void a_take_over_costs_the_same_however_many_epochs_had_nothing() {
    rig.append(keyed("k", "a"));
    rig.crashAndOwn();
    StoreOperations few = takeOver();
    for (int i = 0; i < 30; i++) {
      rig.crashAndOwn();
    }

    assertThat(few.scanPages()).isEqualTo(6);
    assertThat(takeOver().scanPages()).isEqualTo(few.scanPages());
    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
  }

  private StoreOperations takeOver() {
    StoreOperations before = rig.stores.operations();
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofSeconds(1));
    return rig.stores.operations().since(before);
  }

  @Test
  void a_key_is_forgotten_behind_its_window() {
    renew(Duration.ofSeconds(20));
    rig.append(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofSeconds(19));
    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(rig.append(keyed("k", "other")).getFirst().duplicate()).isFalse();
  }

  @Test
  void a_lane_that_closes_gives_the_shard_up_and_the_next_epoch_goes_on() {
    AtomicBoolean broken = rig.breaking(AppendRig::writesLog);
    rig.append(keyed("k", "a"));
    broken.set(true);

    assertThatThrownBy(() -> rig.append(keyed("j", "b"), event("c")))
        .isInstanceOf(RequestException.Unknown.class);
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(10));

    assertThat(rig.owner().owned().epoch()).isEqualTo(2);
    assertThat(rig.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    assertThat(rig.append(keyed("j", "b")).getFirst().duplicate()).isFalse();
    assertThat(rig.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_drained_shard_takes_nothing_and_has_answered_everything() {
    rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    rig.tell(
        () -> {
          answers.add(rig.appender().append(EventRun.of(List.of(keyed("k", "a")))));
          answers.add(rig.appender().append(EventRun.of(List.of(event("b")))));
          rig.appender().drain();
        });

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThatThrownBy(() -> rig.append(event("c"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> rig.append(keyed("k", "a"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> rig.schedule(event("c"), Duration.ofHours(1)))
        .isInstanceOf(NotOwnerException.class);
  }

  @Test
  void keyless_appends_do_not_wait_for_the_log_of_former_owners() {
    rig.append(keyed("k", "a"));
    rig.crash();
    AtomicBoolean broken = rig.breaking(AppendRig::readsLog);
    broken.set(true);
    // Its cut is known already.
    rig.cuts.put(1, 1L);
    ShardRig.Owner owner = rig.own();

    rig.append(event("b"));
    CompletableFuture<List<AppendedSpan>> waiting = rig.begin(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    assertThat(waiting).isNotDone();
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(waiting.join().getFirst().duplicate()).isTrue();
    assertThat(owner.owned().isLost()).isFalse();
  }

  private void renew(Duration deduplicate) {
    rig.close();
    rig = new AppendRig(1, deduplicate);
  }
}
