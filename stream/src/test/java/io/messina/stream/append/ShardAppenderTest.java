package io.messina.stream.append;

import static io.messina.stream.append.AppendClient.event;
import static io.messina.stream.append.AppendClient.keyed;
import static io.messina.stream.append.AppendClient.numbered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.SourceBatch;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.StreamException;
import io.messina.stream.lane.LaneLimits;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.peer.AppendedSpan;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.testkit.StoreOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ShardAppenderTest {

  private static final int LARGE = 30;
  private static final Duration WINDOW = Duration.ofMinutes(10);

  private AppendRig rig = new AppendRig(1, WINDOW);
  private AppendClient client = new AppendClient(rig);

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void what_has_no_key_is_appended_as_it_comes() {
    rig.own();

    List<AppendedSpan> spans = client.append(event("a"), event("b"));

    assertThat(spans).hasSize(1);
    assertThat(spans.getFirst().count()).isEqualTo(2);
    assertThat(spans.getFirst().duplicate()).isFalse();
    assertThat(client.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_repeat_gets_the_id_of_the_first_and_stores_nothing() {
    rig.own();
    List<AppendedSpan> first = client.append(keyed("k1", "a"), keyed("k2", "b"), event("c"));

    List<AppendedSpan> again = client.append(keyed("k1", "a"), keyed("k2", "b"), event("d"));

    assertThat(again)
        .containsExactly(
            new AppendedSpan(first.getFirst().first(), 2, true),
            new AppendedSpan(again.getLast().first(), 1, false));
    assertThat(client.payloads()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void a_key_with_another_body_refuses_the_whole_append() {
    rig.own();
    client.append(keyed("k1", "a"));

    assertThatThrownBy(() -> client.append(keyed("k0", "new"), keyed("k1", "other")))
        .isInstanceOf(StreamException.Refused.class)
        .hasMessageContaining("k1");
    assertThat(client.append(keyed("k0", "even newer")).getFirst().duplicate()).isFalse();
    assertThat(client.payloads()).containsExactly("a", "even newer");
  }

  @Test
  void of_outputs_the_first_wins() {
    rig.own();
    List<AppendedSpan> first = client.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "a"));

    List<AppendedSpan> second = client.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "b"));

    assertThat(second.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThat(client.payloads()).containsExactly("a");
  }

  @Test
  void a_key_may_come_twice_in_one_append_with_the_same_body_only() {
    rig.own();

    List<AppendedSpan> spans = client.append(keyed("k", "a"), keyed("k", "a"));

    assertThat(spans).hasSize(2);
    assertThat(spans.getLast()).isEqualTo(new AppendedSpan(spans.getFirst().first(), 1, true));
    assertThatThrownBy(() -> client.append(keyed("j", "a"), keyed("j", "b")))
        .isInstanceOf(StreamException.Refused.class);
    assertThat(client.payloads()).containsExactly("a");
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
    assertThat(client.payloads()).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void a_stream_that_remembers_no_keys_appends_them_all_but_messinas_own() {
    renew(Duration.ZERO);
    rig.own();

    client.append(keyed("k", "a"));
    client.append(keyed("k", "b"));
    client.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "c"));
    client.append(keyed(InternalKeys.OUTPUT_PREFIX + "1", "d"));

    assertThat(client.payloads()).containsExactly("a", "b", "c");
  }

  @Test
  void a_numbered_batch_is_stored_once_in_one_row() {
    rig.own();
    client.append(numbered("s", 3, "a"), numbered("s", 3, "b"), numbered("s", 4, "c"), event("d"));

    List<AppendedSpan> again =
        client.append(numbered("s", 3, "a"), numbered("s", 4, "other"), event("e"));

    assertThat(again.getFirst().first()).isEmpty();
    assertThat(again.getFirst().count()).isEqualTo(2);
    assertThat(again.getFirst().duplicate()).isTrue();
    assertThat(client.payloads()).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void a_batch_that_was_turned_away_while_a_later_one_was_stored_is_stored_when_it_comes_again() {
    rig.limits = new LaneLimits(Duration.ofHours(1), 1 << 20, 1_000);
    rig.own();
    client.append(numbered("s", 4, "a"));
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    client.run(
        () -> {
          ShardAppender appender = rig.owner.orElseThrow().appender();
          answers.add(appender.append(List.of(event("b"))));
          answers.add(appender.append(List.of(event("c"))));
          answers.add(appender.append(List.of(numbered("s", 5, "x".repeat(2_000)))));
          answers.add(appender.append(List.of(numbered("s", 6, "e"))));
          return answers.getLast();
        });
    assertThatThrownBy(() -> answers.get(2).join())
        .hasCauseInstanceOf(StreamException.Overloaded.class);

    List<AppendedSpan> again = client.append(numbered("s", 5, "d"));

    assertThat(again.getFirst().duplicate()).isFalse();
    assertThat(client.append(numbered("s", 6, "e")).getFirst().duplicate()).isTrue();
    assertThat(client.payloads()).containsExactly("a", "b", "c", "e", "d");
  }

  @Test
  void a_number_below_the_window_stores_nothing_and_is_answered_as_unchecked() {
    rig.own();
    client.append(numbered("s", 100, "a"));

    List<AppendedSpan> answer =
        client.append(numbered("s", 35, "b"), numbered("s", 36, "c"), numbered("s", 100, "d"));

    assertThat(answer)
        .containsExactly(
            new AppendedSpan(Optional.empty(), 1, true, true),
            new AppendedSpan(answer.get(1).first(), 1, false, false),
            new AppendedSpan(Optional.empty(), 1, true, false));
    assertThat(client.payloads()).containsExactly("a", "c");
  }

  @Test
  void a_numbered_batch_in_parts_is_refused() {
    rig.own();

    assertThatThrownBy(
            () -> client.append(numbered("s", 1, "a"), event("b"), numbered("s", 1, "c")))
        .isInstanceOf(StreamException.Refused.class);
  }

  @Test
  void a_numbered_batch_takes_as_many_rows_as_it_needs_and_is_stored_once() {
    rig.own();
    Event[] large = large();
    client.append(event("before"));
    client.append(large);
    assertThat(rig.log()).hasSizeGreaterThan(3);

    List<AppendedSpan> again = client.append(large);

    assertThat(again).containsExactly(new AppendedSpan(Optional.empty(), LARGE, true));
    assertThat(client.append(numbered("s", 7, "other")).getFirst().duplicate()).isTrue();
    rig.crashAndOwn();
    assertThat(client.append(numbered("s", 7, "other")).getFirst().duplicate()).isTrue();
    assertThat(client.payloads()).hasSize(LARGE + 1).doesNotHaveDuplicates();
  }

  @Test
  void of_a_batch_that_a_crash_cut_between_two_rows_a_repeat_adds_the_rest() {
    int there = crashBetweenRows(large());
    rig.own();

    List<AppendedSpan> answer = client.append(large());

    assertThat(answer.getFirst()).isEqualTo(new AppendedSpan(Optional.empty(), there, true));
    assertThat(answer.stream().mapToInt(AppendedSpan::count).sum()).isEqualTo(LARGE);
    assertThat(client.payloads())
        .containsExactlyElementsOf(IntStream.range(0, LARGE).mapToObj(i -> "" + i).toList());
    rig.crashAndOwn();
    assertThat(client.append(large()))
        .containsExactly(new AppendedSpan(Optional.empty(), LARGE, true));
  }

  @Test
  void how_much_there_is_of_a_cut_batch_is_known_to_later_owners_also_when_others_came_between() {
    crashBetweenRows(large());
    rig.own();
    for (int i = 0; i < 20; i++) {
      client.append(numbered("s", 8 + i, "later " + i));
      rig.simulation.runFor(Duration.ofMinutes(2));
    }
    rig.crashAndOwn();
    crashBetweenRows(large());
    rig.own();
    client.append(numbered("t", 1, "another row"));

    client.append(large());

    assertThat(client.payloads()).hasSize(LARGE + 21).doesNotHaveDuplicates();
  }

  @Test
  void other_content_for_a_cut_batch_is_taken_from_the_first_missing_event_on() {
    int there = crashBetweenRows(large());
    rig.own();

    assertThat(client.append(numbered("s", 7, "shorter")).getFirst().duplicate()).isTrue();
    Event[] other =
        IntStream.range(0, there + 1)
            .mapToObj(i -> numbered("s", 7, "other " + i))
            .toArray(Event[]::new);
    client.append(other);

    assertThat(client.payloads()).hasSize(there + 1).endsWith("other " + there);
    assertThat(client.append(large())).allMatch(AppendedSpan::duplicate);
  }

  @Test
  void two_hundred_batches_under_way_are_each_stored_once_whatever_overtakes_what() {
    rig.own();
    List<Event> batches = new ArrayList<>();
    for (int source = 0; source < 4; source++) {
      for (int number = 0; number < 50; number++) {
        batches.add(numbered("s" + source, number, source + "." + number));
      }
    }
    Collections.shuffle(batches, new Random(1));
    List<CompletableFuture<List<AppendedSpan>>> answers =
        batches.stream().map(client::begin).toList();
    rig.simulation.runUntil(() -> answers.getFirst().isDone(), Duration.ofMinutes(1));
    rig.crashAndOwn();
    Collections.shuffle(batches, new Random(2));

    List<CompletableFuture<List<AppendedSpan>>> again =
        batches.stream().map(client::begin).toList();
    rig.simulation.runFor(Duration.ofMinutes(1));

    assertThat(again).allMatch(answer -> !answer.isCompletedExceptionally() && answer.isDone());
    assertThat(client.payloads()).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void a_new_owner_knows_keys_and_numbers_also_after_a_long_outage() {
    rig.own();
    client.append(keyed("k", "a"), numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    rig.owner.orElseThrow().node().crash();
    rig.simulation.runFor(Duration.ofHours(1));
    rig.crashAndOwn();

    List<AppendedSpan> again = client.append(keyed("k", "a"), numbered("s", 7, "b"));

    assertThat(again).allMatch(AppendedSpan::duplicate);
    assertThat(client.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_number_is_known_however_much_was_appended_since() {
    rig.own();
    client.append(numbered("s", 7, "b"));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(2));
      client.append(event("x"));
    }
    rig.crashAndOwn();

    assertThat(client.append(numbered("s", 7, "b")).getFirst().duplicate()).isTrue();
    assertThat(rig.owner.orElseThrow().lane().shownTo().sequence()).isZero();
  }

  @Test
  void the_mark_follows_the_log_and_goes_once_nothing_needs_it() {
    rig.own();
    client.append(numbered("s", 7, "b"));
    rig.simulation.runFor(Duration.ofSeconds(1));
    for (int i = 0; i < 20; i++) {
      rig.simulation.runFor(Duration.ofMinutes(1));
      client.append(event("x"));
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
    List<AppendedSpan> first = client.append(keyed("k", "a"), keyed("j", "b"));
    rig.simulation.runFor(Duration.ofHours(3));

    List<AppendedSpan> again = client.append(keyed("k", "a"), keyed("new", "c"));
    assertThat(again.getFirst()).isEqualTo(new AppendedSpan(first.getFirst().first(), 1, true));
    assertThatThrownBy(() -> client.append(keyed("x", "d"), keyed("j", "other")))
        .isInstanceOf(StreamException.Refused.class);
    rig.crashAndOwn();
    assertThat(client.append(keyed("k", "a")).getFirst().duplicate()).isTrue();

    rig.simulation.runFor(Duration.ofHours(30));
    assertThat(client.append(keyed("k", "other")).getFirst().duplicate()).isFalse();
    assertThat(client.payloads()).containsExactly("a", "b", "c", "other");
  }

  @Test
  void a_row_that_an_owner_did_not_come_to_write_is_written_by_the_next() {
    renew(Duration.ofDays(1));
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenStore(store, BrokenStore.Part.KEYS, broken);
    AppendRig.Owner owner = rig.own();
    client.append(keyed("j", "a"));
    broken.set(true);
    CompletableFuture<List<AppendedSpan>> unanswered = client.begin(keyed("k", "b"));
    rig.simulation.runFor(Duration.ofSeconds(5));
    assertThat(client.payloads()).containsExactly("a", "b");
    assertThat(unanswered).isNotDone();
    client.run(() -> CompletableFuture.completedFuture(owner.site().state().flush()));
    broken.set(false);
    rig.crashAndOwn();
    rig.simulation.runFor(Duration.ofHours(1));

    assertThat(client.append(keyed("k", "b")).getFirst().duplicate()).isTrue();
  }

  @Test
  void no_append_waits_for_timestamps_while_the_state_takes_no_writes_for_a_while() {
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenStore(store, BrokenStore.Part.STATE, broken);
    rig.own();
    for (int second = 0; second < 50; second++) {
      client.append(event("early"));
      rig.simulation.runFor(Duration.ofSeconds(1));
    }
    broken.set(true);
    long fencedBefore = rig.stores.operations().fencedWrites();
    for (int second = 0; second < 20; second++) {
      CompletableFuture<List<AppendedSpan>> answer = client.begin(event("late"));
      rig.simulation.runFor(Duration.ofSeconds(1));
      assertThat(answer).isCompleted();
    }

    assertThat(rig.stores.operations().fencedWrites()).isEqualTo(fencedBefore);
    assertThat(client.payloads()).hasSize(70);
  }

  @Test
  void timestamps_of_a_shard_without_groups_cost_two_writes_a_minute() {
    rig.own();
    client.append(event("a"));
    StoreOperations before = rig.stores.operations();
    for (int second = 0; second < 600; second++) {
      client.append(event("a"));
      rig.simulation.runFor(Duration.ofSeconds(1));
    }

    assertThat(rig.stores.operations().since(before).fencedWrites()).isBetween(10L, 21L);
  }

  @Test
  void a_take_over_costs_the_same_however_many_epochs_had_nothing() {
    rig.own();
    client.append(keyed("k", "a"));
    rig.crashAndOwn();
    StoreOperations few = takeOver();
    for (int i = 0; i < 30; i++) {
      rig.crashAndOwn();
    }

    assertThat(takeOver().scanPages()).isEqualTo(few.scanPages());
    assertThat(client.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
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
    rig.own();
    client.append(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofSeconds(19));
    assertThat(client.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(client.append(keyed("k", "other")).getFirst().duplicate()).isFalse();
  }

  @Test
  void a_lane_that_closes_gives_the_shard_up_and_the_next_epoch_goes_on() {
    AtomicBoolean broken = new AtomicBoolean();
    rig.view = store -> new BrokenStore(store, BrokenStore.Part.LOG_WRITES, broken);
    rig.own();
    client.append(keyed("k", "a"));
    broken.set(true);

    assertThatThrownBy(() -> client.append(keyed("j", "b"), event("c")))
        .isInstanceOf(StreamException.Unknown.class);
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(10));

    assertThat(rig.owner.orElseThrow().owned().epoch()).isEqualTo(2);
    assertThat(client.append(keyed("k", "a")).getFirst().duplicate()).isTrue();
    assertThat(client.append(keyed("j", "b")).getFirst().duplicate()).isFalse();
    assertThat(client.payloads()).containsExactly("a", "b");
  }

  @Test
  void a_drained_shard_takes_nothing_and_has_answered_everything() {
    AppendRig.Owner owner = rig.own();
    List<CompletableFuture<List<AppendedSpan>>> answers = new ArrayList<>();
    client.run(
        () -> {
          answers.add(owner.appender().append(List.of(keyed("k", "a"))));
          answers.add(owner.appender().append(List.of(event("b"))));
          owner.appender().drain();
          return answers.getFirst();
        });

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThatThrownBy(() -> client.append(event("c"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> client.append(keyed("k", "a"))).isInstanceOf(NotOwnerException.class);
    assertThatThrownBy(() -> client.schedule(event("c"), Duration.ofHours(1)))
        .isInstanceOf(NotOwnerException.class);
  }

  @Test
  void keyless_appends_do_not_wait_for_the_log_of_former_owners() {
    rig.own();
    client.append(keyed("k", "a"));
    rig.owner.orElseThrow().node().crash();
    AtomicBoolean broken = new AtomicBoolean(true);
    rig.view = store -> new BrokenStore(store, BrokenStore.Part.LOG_READS, broken);
    rig.owner = Optional.empty();
    // Its cut is known already.
    rig.cuts.put(1, 1L);
    AppendRig.Owner owner = rig.own();

    client.append(event("b"));
    CompletableFuture<List<AppendedSpan>> waiting = client.begin(keyed("k", "a"));
    rig.simulation.runFor(Duration.ofMinutes(1));
    assertThat(waiting).isNotDone();
    broken.set(false);
    rig.simulation.runFor(Duration.ofSeconds(2));

    assertThat(waiting.join().getFirst().duplicate()).isTrue();
    assertThat(owner.owned().isLost()).isFalse();
  }

  /** Batch 7 of s, of which five events fit a row. */
  private static Event[] large() {
    return IntStream.range(0, LARGE)
        .mapToObj(
            i ->
                Event.builder(Bytes.utf8("" + i))
                    .sourceBatch(new SourceBatch("s", 7))
                    .header("pad", "x".repeat(16_000))
                    .build())
        .toArray(Event[]::new);
  }

  /** Returns how many events of the batch are there that were not before. */
  private int crashBetweenRows(Event[] batch) {
    AppendRig.Owner owner = rig.owner.orElseGet(rig::own);
    int before = client.payloads().size();
    CompletableFuture<List<AppendedSpan>> answer = client.begin(batch);
    assertThat(
            rig.simulation.runUntil(() -> client.payloads().size() > before, Duration.ofMinutes(1)))
        .isTrue();
    owner.node().crash();
    rig.simulation.runFor(Duration.ofSeconds(10));
    int there = client.payloads().size() - before;
    rig.owner = Optional.empty();
    assertThat(answer).isNotDone();
    assertThat(there).isBetween(1, LARGE - 1);
    return there;
  }

  private void renew(Duration deduplicate) {
    rig.close();
    rig = new AppendRig(1, deduplicate);
    client = new AppendClient(rig);
  }
}
