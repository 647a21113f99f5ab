package io.messina.testkit;

import static io.messina.testkit.StoreWorld.BOX;
import static io.messina.testkit.StoreWorld.LOCK_A;
import static io.messina.testkit.StoreWorld.LONG;
import static io.messina.testkit.StoreWorld.PLACE;
import static io.messina.testkit.StoreWorld.THINGS_A;
import static io.messina.testkit.StoreWorld.after;
import static io.messina.testkit.StoreWorld.fence;
import static io.messina.testkit.StoreWorld.first;
import static io.messina.testkit.StoreWorld.only;
import static io.messina.testkit.StoreWorld.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.store.FenceOutcome;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreException.Code;
import io.messina.store.Table;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class SimulatedStoreTest {

  @AutoClose private final StoreWorld world = new StoreWorld(8);

  @Test
  void without_faults_everything_is_answered() {
    assertThat(world.ask(store -> written(store, put(1, "lamp"))).error()).isEmpty();
    assertThat(world.ask(store -> store.writeIf(first())).value())
        .contains(new FenceOutcome.Applied());
    assertThat(world.ask(store -> store.writeIf(first())).value())
        .contains(new FenceOutcome.Rejected(Optional.of(fence(0))));
    assertThat(world.ask(store -> store.getStatic(LOCK_A)).value().flatMap(answer -> answer))
        .isPresent();
    assertThat(world.simulation.elapsed()).isPositive();
  }

  @Test
  void a_look_may_miss_a_write_without_an_answer_until_somebody_has_read_it() {
    world.stores.faults(only(0, 1, 0));
    while (world.standing().isEmpty()) {
      assertThat(world.ask(store -> store.writeIf(first())).error()).contains(Code.OUTCOME_UNKNOWN);
    }
    world.stores.faults(Faults.NONE);
    assertThat(looks()).containsOnly(true, false);

    world.ask(store -> store.getStatic(LOCK_A));

    assertThat(looks()).containsOnly(true);
  }

  /** Whether each of some looks sees the first write. */
  private List<Boolean> looks() {
    return IntStream.range(0, 20)
        .mapToObj(_ -> world.ask(store -> store.look(LOCK_A)).value().orElseThrow().isPresent())
        .toList();
  }

  @Test
  void bad_requests_are_refused_by_the_store() {
    PartitionKey missing = Table.plain("missing").partitionedBy(BOX).build().partition(BOX.of("a"));

    assertThat(world.ask(store -> store.get(missing.row())).error()).contains(Code.TABLE_MISSING);
    assertThat(world.ask(store -> written(store, PlainBatch.in(THINGS_A, Long.MAX_VALUE).build())))
        .extracting(StoreWorld.Answer::error)
        .isEqualTo(Optional.of(Code.LIMIT_EXCEEDED));
  }

  @Test
  void what_the_store_refuses_never_applies() {
    world.stores.faults(only(1, 0, 0));

    assertThat(world.ask(store -> written(store, put(1, "lamp"))).error())
        .contains(Code.UNAVAILABLE);
    assertThat(world.ask(store -> store.writeIf(first())).error()).contains(Code.UNAVAILABLE);
    assertThat(world.ask(store -> store.getStatic(LOCK_A)).error()).contains(Code.UNAVAILABLE);
    world.simulation.runFor(LONG);

    assertThat(world.isDone(put(1, "lamp"))).isFalse();
    assertThat(world.standing()).isEmpty();
  }

  @Test
  void of_lost_requests_and_lost_answers_the_caller_cannot_tell_which_it_was() {
    AtomicBoolean applied = new AtomicBoolean();
    AtomicBoolean missing = new AtomicBoolean();
    for (long seed = 1; !applied.get() || !missing.get(); seed++) {
      try (StoreWorld lossy = new StoreWorld(seed)) {
        lossy.stores.faults(only(0, 1, 0));
        assertThat(lossy.ask(store -> store.writeIf(first())).error())
            .contains(Code.OUTCOME_UNKNOWN);
        assertThat(lossy.simulation.elapsed()).isEqualTo(Faults.ROUGH.timeout());
        (lossy.standing().isPresent() ? applied : missing).set(true);
        assertThat(lossy.ask(store -> written(store, put(1, "lamp"))).error())
            .contains(Code.UNAVAILABLE);
      }
    }
  }

  @Test
  void a_plain_write_applies_long_after_its_caller_gave_up() {
    List<Duration> delays = latenessOf(world -> world.ask(s -> written(s, put(1, "lamp"))).error());

    assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofMinutes(10)) > 0);
    assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofSeconds(10)) < 0);
  }

  @Test
  void a_fenced_write_applies_at_any_later_time_while_its_expected_fence_stands() {
    List<Duration> delays = latenessOf(world -> world.ask(s -> s.writeIf(first())).error());

    assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofMinutes(10)) > 0);
    assertThat(delays).anyMatch(delay -> delay.compareTo(Duration.ofSeconds(10)) < 0);
  }

  @Test
  void a_fenced_write_never_applies_once_its_expected_fence_has_gone() {
    world.stores.direct().writeIf(first());
    world.stores.faults(only(0, 0, 1));
    for (int i = 0; i < 20; i++) {
      world.ask(store -> store.writeIf(after(0)));
    }
    world.stores.direct().writeIf(after(0));
    world.stores.direct().writeIf(after(1));

    world.simulation.runFor(LONG);

    assertThat(world.standing()).contains(fence(2));
  }

  @Test
  void requests_of_a_crashed_node_still_arrive() {
    Store store = world.stores.at(world.node);
    world.node.spawn("writer", () -> store.writeIf(first()));
    world.simulation.runFor(Duration.ZERO);
    world.node.crash();

    world.simulation.run(LONG);

    assertThat(world.standing()).contains(fence(0));
  }

  @Test
  void reading_a_partition_may_complete_an_unfinished_write() {
    world.stores.faults(only(0, 0, 1));
    world.ask(store -> store.writeIf(first()));
    assertThat(world.standing()).isEmpty();
    world.stores.faults(Faults.NONE);
    Duration before = world.simulation.elapsed();

    while (world.standing().isEmpty()) {
      world.ask(store -> store.getStatic(LOCK_A));
    }

    assertThat(world.simulation.elapsed().minus(before)).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void a_silent_store_answers_nobody_and_writes_late() {
    world.stores.silence(Duration.ofMinutes(1));

    assertThat(world.ask(store -> written(store, put(1, "lamp"))).error())
        .contains(Code.UNAVAILABLE);
    assertThat(world.ask(store -> store.getStatic(LOCK_A)).error()).contains(Code.UNAVAILABLE);
    world.simulation.runFor(Duration.ofSeconds(55));
    assertThat(world.isDone(put(1, "lamp"))).isFalse();
    world.simulation.run(LONG);

    assertThat(world.isDone(put(1, "lamp"))).isTrue();
    assertThat(world.ask(store -> store.getStatic(LOCK_A)).error()).isEmpty();
  }

  @Test
  void a_machine_that_is_cut_off_reaches_nothing_until_it_is_reconnected() {
    world.stores.cutOff(world.node);
    assertThat(world.ask(store -> store.writeIf(first())).error()).contains(Code.OUTCOME_UNKNOWN);

    world.simulation.runFor(LONG);
    assertThat(world.standing()).isEmpty();
    world.stores.reconnect(world.node);

    assertThat(world.ask(store -> store.writeIf(first())).value())
        .contains(new FenceOutcome.Applied());
  }

  @Test
  void a_caller_on_a_suspended_node_finds_its_answer_later() {
    Store store = world.stores.at(world.node);
    List<FenceOutcome> outcomes = new ArrayList<>();
    world.node.spawn("writer", () -> outcomes.add(store.writeIf(first())));
    world.simulation.runFor(Duration.ZERO);
    world.node.suspend(Suspension.PROCESS);

    world.simulation.runFor(LONG);
    assertThat(outcomes).isEmpty();
    world.node.resume();
    world.simulation.run(LONG);

    assertThat(outcomes).containsExactly(new FenceOutcome.Applied());
  }

  @Test
  void an_interrupted_caller_gets_its_answer_and_stays_interrupted() {
    Store store = world.stores.at(world.node);
    List<Object> seen = new ArrayList<>();
    Thread writer =
        world.node.spawn(
            "writer",
            () -> {
              seen.add(store.writeIf(first()));
              seen.add(Thread.currentThread().isInterrupted());
            });
    world.simulation.runFor(Duration.ZERO);
    writer.interrupt();

    world.simulation.run(LONG);

    assertThat(seen).containsExactly(new FenceOutcome.Applied(), true);
  }

  @Test
  void a_scan_reads_pages_that_may_stem_from_different_moments() {
    IntStream.range(0, 50).forEach(i -> world.stores.direct().write(put(2 * i, "old")));
    world.stores.faults(only(0, 0, 0));
    List<Integer> places = new ArrayList<>();
    Store store = world.stores.at(world.node);
    world.node.spawn(
        "scanner",
        () -> store.scan(Scan.of(THINGS_A)).forEachRemaining(row -> places.add(row.get(PLACE))));
    world.simulation.runUntil(() -> places.size() > 10, LONG);

    world.stores.direct().write(put(1, "behind the reader"));
    world.stores.direct().write(put(99, "before the reader"));
    world.simulation.run(LONG);

    assertThat(places).isSorted().hasSize(51).contains(99).doesNotContain(1);
    assertThat(world.stores.operations().scanPages()).isBetween(50 / 8L, 52L);
  }

  @Test
  void a_page_that_failed_can_be_read_again() {
    IntStream.range(0, 50).forEach(i -> world.stores.direct().write(put(i, "thing")));
    world.stores.faults(only(0.5, 0, 0));

    List<Integer> places =
        world
            .ask(store -> placesInSpiteOfFailures(store.scan(Scan.of(THINGS_A))))
            .value()
            .orElseThrow();

    assertThat(places).containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
  }

  @Test
  void operations_are_counted_by_kind() {
    world.ask(store -> written(store, put(1, "lamp")));
    StoreOperations before = world.stores.operations();
    world.ask(store -> store.writeIf(first()));
    world.ask(store -> store.getStatic(LOCK_A));
    world.ask(store -> store.scan(Scan.of(THINGS_A)).hasNext());

    StoreOperations since = world.stores.operations().since(before);

    assertThat(since).isEqualTo(new StoreOperations(0, 1, 1, 0, 1));
    assertThat(world.stores.operations().total()).isEqualTo(4);
  }

  @Test
  void a_closed_view_is_closed_for_its_node_alone() {
    Store store = world.stores.at(world.node);
    List<Object> seen = new ArrayList<>();
    world.node.spawn("writer", () -> seen.add(store.writeIf(first())));
    world.simulation.runFor(Duration.ZERO);
    world.node.spawn(
        "closer",
        () -> {
          store.close();
          seen.add("closed");
        });

    world.simulation.run(LONG);

    assertThat(seen).containsExactly(new FenceOutcome.Applied(), "closed");
    assertThatThrownBy(() -> store.writeIf(first()))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
    assertThat(world.ask(other -> other.getStatic(LOCK_A)).error()).isEmpty();
  }

  @Test
  void only_actors_of_a_node_use_its_view() {
    assertThatThrownBy(() -> world.stores.at(world.node).getStatic(LOCK_A))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected: an actor of a");
  }

  /** How long after the request writes applied that their callers had given up, over many seeds. */
  private static List<Duration> latenessOf(Write write) {
    List<Duration> delays = new ArrayList<>();
    Seeds.forEach(
        100,
        seed -> {
          try (StoreWorld slow = new StoreWorld(seed)) {
            slow.stores.faults(only(0, 0, 1));
            Optional<Code> error = write.error(slow);
            if (error.isPresent()) {
              assertThat(slow.isDone(put(1, "lamp")) || slow.standing().isPresent()).isFalse();
              assertThat(
                      slow.simulation.runUntil(
                          () -> slow.isDone(put(1, "lamp")) || slow.standing().isPresent(), LONG))
                  .isTrue();
              delays.add(slow.simulation.elapsed());
            }
          }
        });
    return delays;
  }

  private static boolean written(Store store, PlainBatch batch) {
    store.write(batch);
    return true;
  }

  private static List<Integer> placesInSpiteOfFailures(Iterator<Row> rows) {
    List<Integer> places = new ArrayList<>();
    while (true) {
      try {
        if (!rows.hasNext()) {
          return places;
        }
        places.add(rows.next().get(PLACE));
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(Code.UNAVAILABLE);
      }
    }
  }

  private interface Write {
    Optional<Code> error(StoreWorld world);
  }
}
