package io.messina.stream.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.Bytes;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.ScheduleId;
import io.messina.stream.SourceBatch;
import io.messina.stream.StreamException;
import io.messina.stream.lane.RetentionClass;
import io.messina.stream.lane.StoredBatch;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.record.RecordBatch;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.time.Joined;
import io.messina.testkit.StoreOperations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShardAppenderTest {

  private static final Duration WINDOW = Duration.ofMinutes(10);

  private AppendRig rig = new AppendRig(1, WINDOW);

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void what_has_no_key_is_appended_as_it_comes() {
    rig.own();

    List<AppendedSpan> spans = append(event("a"), event("b"));

    assertThat(spans).hasSize(1);
    assertThat(spans.getFirst().count()).isEqualTo(2);
    assertThat(spans.getFirst().duplicate()).isFalse();
    assertThat(payloads()).containsExactly("a", "b");
  }

  @Test
  void a_repeat_gets_the_id_of_the_first_and_stores_nothing() {
    rig.own();
    List<AppendedSpan> first = append(keyed("k1", "a"), keyed("k2", "b"), event("c"));

    List<AppendedSpan> again = append(keyed("k1", "a"), keyed("k2", "b"), event("d"));

    assertThat(again)
        .containsExactly(
            new AppendedSpan(first.getFirst().first(), 2, true),
            new AppendedSpan(again.getLast().first(), 1, false));
    assertThat(payloads()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void a_key_with_another_body_refuses_the_whole_append() {
    rig.own();
    append(keyed("k1", "a"));

    assertThatThrownBy(() -> append(keyed("k0", "new"), keyed("k1", "other")))
        .isInstanceOf(StreamException.Refused.class)
        .hasMessageContaining("k1");
    assertThat(append(keyed("k0", "even newer")).getFirst().duplicate()).isFalse();
    assertThat(payloads()).containsExactly("a", "even newer");
  }

  @Test
  void of_outputs_the_first_wins() {
    rig.own();
    List<AppendedSpan> first = append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "a"));

    List<AppendedSpan> second = append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "b"));

    assertThat(second.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void a_key_may_come_twice_in_one_append_with_the_same_body_only() {
    rig.own();

    List<AppendedSpan> spans = append(keyed("k", "a"), keyed("k", "a"));

    assertThat(spans).hasSize(2);
    assertThat(spans.getLast()).isEqualTo(new AppendedSpan(spans.getFirst().first(), 1, true));
    assertThatThrownBy(() -> append(keyed("j", "a"), keyed("j", "b")))
        .isInstanceOf(StreamException.Refused.class);
    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void appends_that_hold_each_others_keys_do_not_wait_for_ever() {
    AppendRig.Owner owner = rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();

    rig.simulation.runFor(Duration.ofSeconds(1));
    owner
        .node()
        .spawn(
            "client",
            () -> {
              ShardAppender appender = owner.appender();
              answers.add(appender.append(List.of(keyed("x", "1"))));
              answers.add(appender.append(List.of(keyed("y", "2"))));
              answers.add(appender.append(List.of(keyed("x", "1"), keyed("y", "2"))));
              answers.add(appender.append(List.of(keyed("y", "2"), keyed("x", "1"))));
            });
    rig.simulation.runFor(Duration.ofSeconds(1));

    assertThat(answers).hasSize(4).allMatch(CompletableFuture::isDone);
    assertThat(answers.get(3).join()).allMatch(AppendedSpan::duplicate);
    assertThat(payloads()).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void a_stream_that_remembers_no_keys_appends_them_all_but_messinas_own() {
    renew(Duration.ZERO);
    rig.own();

    append(keyed("k", "a"));
    append(keyed("k", "b"));
    append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "c"));
    append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "d"));

    assertThat(payloads()).containsExactly("a", "b", "c");
  }

  @Test
  void a_numbered_batch_is_stored_once_in_one_row() {
    rig.own();
    append(numbered("s", 3, "a"), numbered("s", 3, "b"), numbered("s", 4, "c"), event("d"));

    List<AppendedSpan> again = append(numbered("s", 3, "a"), numbered("s", 4, "other"), event("e"));

    assertThat(again.getFirst().first()).isEmpty();
    assertThat(again.getFirst().count()).isEqualTo(2);
    assertThat(again.getFirst().duplicate()).isTrue();
    assertThat(payloads()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void a_numbered_batch_that_fits_no_row_is_refused() {
    rig.own();
    Event[] large =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    Event.builder(Bytes.wrap(new byte[RecordBatch.BYTES_MAX / 2]))
                        .sourceBatch(new SourceBatch("s", 1))
                        .build())
            .toArray(Event[]::new);

    assertThatThrownBy(() -> append(large)).isInstanceOf(StreamException.Refused.class);
    assertThatThrownBy(() -> append(numbered("s", 1, "a"), event("b"), numbered("s", 1, "c")))
        .isInstanceOf(StreamException.Refused.class);
    append(numbered("s", 1, "a"));
    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void a_new_owner_knows_keys_and_numbers_also_after_a_long_outage() {
    rig.own();
    append(keyed("k", "a"), numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    rig.owner.orElseThrow().node().crash();
    rig.simulation.runFor(Duration.ofHours(1));
    rig.crashAndOwn();

    List<AppendedSpan> again = append(keyed("k", "a"), numbered("s", 7, "b"));

    assertThat(again).allMatch(AppendedSpan::duplicate);
    assertThat(payloads()).containsExactly("a", "b");
  }

  @Test
  void a_number_is_known_however_much_was_appended_since() {
    rig.own();
    append(numbered("s", 7, "b"));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(2));
      append(event("x"));
    }
    rig.crashAndOwn();

    assertThat(append(numbered("s", 7, "b")).getFirst().duplicate()).isTrue();
    assertThat(rig.owner.orElseThrow().lane().shownTo().sequence()).isZero();
  }

  @Test
  void the_mark_follows_the_log_and_goes_once_nothing_needs_it() {
    rig.own();
    append(numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(1));
      append(event("x"));
    }
    rig.simulation.runFor(Duration.ofSeconds(1));
    AppendRig.Owner next = rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofSeconds(1));

    assertThat(
            SavedState.read(rig.stores.direct(), ShardTable.partition(AppendRig.SHARD, 0))
                .section(Section.APPEND))
        .isEmpty();
    assertThat(
            SavedState.read(rig.stores.direct(), ShardTable.partition(AppendRig.SHARD, 0))
                .section(Section.SOURCES))
        .containsOnlyKeys("s");
    assertThat(next.owned().epoch()).isEqualTo(2);
  }

  @Test
  void keys_longer_than_memory_are_known_by_their_rows_also_to_the_next_owner() {
    renew(Duration.ofDays(1));
    rig.own();
    List<AppendedSpan> first = append(keyed("k", "a"), keyed("j", "b"));
    rig.simulation.runFor(Duration.ofHours(3));

    List<AppendedSpan> again = append(keyed("k", "a"), keyed("new", "c"));
    assertThat(again.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThatThrownBy(() -> append(keyed("x", "d"), keyed("j", "other")))
        .isInstanceOf(StreamException.Refused.class);
    rig.crashAndOwn();
    assertThat(append(keyed("k", "a")).getFirst().duplicate()).isTrue();

    rig.simulation.runFor(Duration.ofHours(30));
    assertThat(append(keyed("k", "other")).getFirst().duplicate()).isFalse();
    assertThat(payloads()).containsExactly("a", "b", "c", "other");
  }

  @Test
  void a_row_that_an_owner_did_not_come_to_write_is_written_by_the_next() {
    renew(Duration.ofDays(1));
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenKeys(store, broken);
    AppendRig.Owner owner = rig.own();
    append(keyed("j", "a"));
    broken.set(true);
    CompletableFuture<List<AppendedSpan>> unanswered = begin(keyed("k", "b"));
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(payloads()).containsExactly("a", "b");
    assertThat(unanswered).isNotDone();
    run(() -> CompletableFuture.completedFuture(owner.site().state().flush()));
    broken.set(false);
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofHours(1));

    assertThat(append(keyed("k", "b")).getFirst().duplicate()).isTrue();
  }

  @Test
  void an_event_is_written_to_a_bucket_only_once_that_is_marked() {
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenState(store, broken);
    rig.own();
    rig.simulation.runFor(Duration.ofSeconds(1));
    broken.set(true);
    Instant due = rig.simulation.clock().instant().plus(Duration.ofHours(1));
    CompletableFuture<ScheduleId> answer = new CompletableFuture<>();
    start(
        answer,
        () ->
            CompletableFuture.completedFuture(
                rig.owner.orElseThrow().appender().schedule(event("a"), due)));
    rig.simulation.runFor(Duration.ofSeconds(5));

    assertThat(answer).isNotDone();
    assertThat(
            rig.stores
                .direct()
                .scan(Scan.of(Schedule.partition(AppendRig.SHARD, DueBuckets.bucketOf(due))))
                .hasNext())
        .isFalse();
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(answer).isCompleted();
  }

  @Test
  void a_key_is_forgotten_behind_its_window() {
    renew(Duration.ofSeconds(20));
    rig.own();
    append(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofSeconds(19));
    assertThat(append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(append(keyed("k", "other")).getFirst().duplicate()).isFalse();
  }

  @Test
  void a_lane_that_closes_gives_the_shard_up_and_the_next_epoch_goes_on() {
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenLog(store, broken);
    rig.own();
    append(keyed("k", "a"));
    broken.set(true);

    assertThatThrownBy(() -> append(keyed("j", "b"), event("c")))
        .isInstanceOf(StreamException.Unknown.class);
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(10));

    assertThat(rig.owner.orElseThrow().owned().epoch()).isEqualTo(2);
    assertThat(append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    assertThat(append(keyed("j", "b")).getFirst().duplicate()).isFalse();
    assertThat(payloads()).containsExactly("a", "b");
  }

  @Test
  void a_drained_shard_takes_nothing_and_has_answered_everything() {
    AppendRig.Owner owner = rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    run(
        () -> {
          answers.add(owner.appender().append(List.of(keyed("k", "a"))));
          answers.add(owner.appender().append(List.of(event("b"))));
          owner.appender().drain();
          return answers.getFirst();
        });

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThatThrownBy(() -> append(event("c"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> append(keyed("k", "a"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> schedule(event("c"), Duration.ofHours(1)))
        .isInstanceOf(NotOwnerException.class);
  }

  @Test
  void keyless_appends_do_not_wait_for_the_log_of_former_owners() {
    rig.own();
    append(keyed("k", "a"));
    rig.owner.orElseThrow().node().crash();
    AtomicBoolean broken = new AtomicBoolean(true);
    rig.view = store -> new UnreadableLog(store, broken);
    rig.owner = Optional.empty();
    // Its cut is known already.
    rig.cuts.put(1, 1L);
    AppendRig.Owner owner = rig.own();

    append(event("b"));
    CompletableFuture<List<AppendedSpan>> waiting = begin(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    assertThat(waiting).isNotDone();
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(waiting.join().getFirst().duplicate()).isTrue();
    assertThat(owner.owned().isLost()).isFalse();
  }

  @Test
  void a_delayed_event_is_appended_when_it_is_due_and_only_then() {
    rig.own();
    schedule(event("a"), Duration.ofMinutes(25));
    schedule(event("b"), Duration.ofMinutes(3));
    schedule(event("c"), Duration.ofSeconds(30));
    rig.simulation.runFor(Duration.ofSeconds(29));
    assertThat(payloads()).isEmpty();
    rig.simulation.runFor(Duration.ofSeconds(2));
    assertThat(payloads()).containsExactly("c");
    rig.simulation.runFor(Duration.ofMinutes(3));
    assertThat(payloads()).containsExactly("c", "b");
    rig.simulation.runFor(Duration.ofMinutes(23));

    assertThat(payloads()).containsExactly("c", "b", "a");
  }

  @Test
  void a_schedule_that_is_done_leaves_nothing_and_costs_nothing() {
    rig.own();
    schedule(event("a"), Duration.ofMinutes(25));
    rig.simulation.runFor(Duration.ofHours(1));
    run(
        () -> {
          rig.owner.orElseThrow().site().state().flush();
          return CompletableFuture.completedFuture(List.of());
        });

    assertThat(
            SavedState.read(rig.stores.direct(), ShardTable.partition(AppendRig.SHARD, 0))
                .section(Section.DUE))
        .isEmpty();
    StoreOperations before = rig.stores.operations();
    rig.simulation.runFor(Duration.ofHours(1));
    assertThat(rig.stores.operations().since(before).scanPages()).isZero();
  }

  @Test
  void what_is_overdue_is_appended_at_once_by_the_next_owner() {
    rig.own();
    schedule(event("a"), Duration.ofMinutes(25));
    rig.owner.orElseThrow().node().crash();
    rig.simulation.runFor(Duration.ofHours(2));
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void what_is_due_already_is_appended_at_once() {
    rig.own();
    schedule(event("a"), Duration.ofHours(-1));

    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void a_repeated_request_is_scheduled_once_and_not_again_after_it_was_appended() {
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(60);
    ScheduleId first = schedule(keyed("k", "a"), due);
    assertThat(schedule(keyed("k", "a"), due)).isEqualTo(first);
    assertThatThrownBy(() -> schedule(keyed("k", "other"), due))
        .isInstanceOf(StreamException.Refused.class);
    rig.simulation.runFor(Duration.ofSeconds(61));
    assertThat(schedule(keyed("k", "a"), due)).isEqualTo(first);
    schedule(keyed("k", "a"), due.plusSeconds(100));
    rig.simulation.runFor(Duration.ofSeconds(200));

    assertThat(payloads()).containsExactly("a");
  }

  @Test
  void a_cancelled_event_is_never_appended() {
    rig.own();
    Instant due = rig.simulation.clock().instant().plusSeconds(60);
    ScheduleId first = schedule(event("a"), due);
    ScheduleId second = schedule(event("b"), due);

    assertThat(cancel(first)).isTrue();
    assertThat(cancel(first)).isFalse();
    rig.simulation.runFor(Duration.ofMinutes(20));
    assertThat(cancel(second)).isFalse();
    assertThat(payloads()).containsExactly("b");
  }

  @Test
  void an_earlier_event_wakes_the_loop() {
    rig.own();
    schedule(event("late"), Duration.ofMinutes(9));
    rig.simulation.runFor(Duration.ofSeconds(5));
    schedule(event("soon"), Duration.ofSeconds(2));
    rig.simulation.runFor(Duration.ofMillis(2_100));

    assertThat(payloads()).containsExactly("soon");
  }

  /** Takes no rows of the log. */
  private static final class BrokenLog extends ForwardingStore {

    private final AtomicBoolean broken;

    BrokenLog(Store store, AtomicBoolean broken) {
      super(store);
      this.broken = broken;
    }

    @Override
    public void write(PlainBatch batch) {
      if (broken.get() && RetentionClass.logs().contains(batch.partition().table())) {
        throw new StoreUnavailableException("no rows are taken");
      }
      super.write(batch);
    }
  }

  /** Takes no rows of keys. */
  private static final class BrokenKeys extends ForwardingStore {

    private final AtomicBoolean broken;

    BrokenKeys(Store store, AtomicBoolean broken) {
      super(store);
      this.broken = broken;
    }

    @Override
    public void write(PlainBatch batch) {
      if (broken.get() && batch.partition().table().equals(KeyTable.TABLE)) {
        throw new StoreUnavailableException("no keys are taken");
      }
      super.write(batch);
    }
  }

  /** Takes no fenced writes. */
  private static final class BrokenState extends ForwardingStore {

    private final AtomicBoolean broken;

    BrokenState(Store store, AtomicBoolean broken) {
      super(store);
      this.broken = broken;
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      if (broken.get()) {
        throw new StoreUnavailableException("no state is taken");
      }
      return super.writeIf(batch);
    }
  }

  /** Gives no rows of the log. */
  private static final class UnreadableLog extends ForwardingStore {

    private final AtomicBoolean broken;

    UnreadableLog(Store store, AtomicBoolean broken) {
      super(store);
      this.broken = broken;
    }

    @Override
    public Iterator<Row> scan(Scan scan) {
      if (broken.get() && RetentionClass.logs().contains(scan.table())) {
        throw new StoreUnavailableException("no rows are given");
      }
      return super.scan(scan);
    }
  }

  private void renew(Duration deduplicate) {
    rig.close();
    rig = new AppendRig(1, deduplicate);
  }

  private static Event event(String payload) {
    return Event.of(Bytes.utf8(payload));
  }

  private static Event keyed(String key, String payload) {
    return Event.builder(Bytes.utf8(payload)).idempotencyKey(key).build();
  }

  private static Event numbered(String source, long number, String payload) {
    return Event.builder(Bytes.utf8(payload)).sourceBatch(new SourceBatch(source, number)).build();
  }

  private List<String> payloads() {
    List<String> payloads = new ArrayList<>();
    for (StoredBatch batch : rig.log()) {
      for (Event event : batch.batch().events()) {
        payloads.add(new String(event.payload().toArray(), StandardCharsets.UTF_8));
      }
    }
    return payloads;
  }

  private List<AppendedSpan> append(Event... events) {
    return run(() -> rig.owner.orElseThrow().appender().append(List.of(events)));
  }

  private ScheduleId schedule(Event event, Duration delay) {
    return schedule(event, rig.simulation.clock().instant().plus(delay));
  }

  private ScheduleId schedule(Event event, Instant due) {
    return run(
        () ->
            CompletableFuture.completedFuture(
                rig.owner.orElseThrow().appender().schedule(event, due)));
  }

  private boolean cancel(ScheduleId id) {
    return run(
        () -> CompletableFuture.completedFuture(rig.owner.orElseThrow().appender().cancel(id)));
  }

  private CompletableFuture<List<AppendedSpan>> begin(Event... events) {
    CompletableFuture<List<AppendedSpan>> answer = new CompletableFuture<>();
    start(answer, () -> rig.owner.orElseThrow().appender().append(List.of(events)));
    return answer;
  }

  private <T> T run(Supplier<CompletableFuture<T>> task) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    start(answer, task);
    assertThat(rig.simulation.runUntil(answer::isDone, Duration.ofMinutes(1))).isTrue();
    return Joined.join(answer);
  }

  private <T> void start(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> task) {
    rig.owner
        .orElseThrow()
        .node()
        .spawn(
            "client",
            () -> {
              try {
                answer.complete(Joined.join(task.get()));
              } catch (RuntimeException e) {
                answer.completeExceptionally(e);
              }
            });
  }
}
