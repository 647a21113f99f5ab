package io.messina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.UnknownOutcomeException;
import io.messina.testkit.FenceRuleTest.FenceRace.Caller;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class FenceRuleTest {

  /** Enough for each wrong caller to be caught several times. */
  private static final int SEEDS = 100;

  @Test
  void sending_the_same_batch_until_its_outcome_is_known_writes_each_entry_once() {
    Seeds.forEach(seed -> assertThat(FenceRace.run(Caller.RIGHT, seed)).isEmpty());
  }

  @Test
  void taking_an_unknown_outcome_for_a_failure_is_caught() {
    assertThat(timesCaught(Caller.GIVES_UP_ON_UNKNOWN)).isPositive();
  }

  @Test
  void a_fence_without_its_writer_is_caught() {
    assertThat(timesCaught(Caller.WITHOUT_WRITER)).isPositive();
  }

  private static int timesCaught(Caller caller) {
    int caught = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      caught += FenceRace.run(caller, seed).isPresent() ? 1 : 0;
    }
    return caught;
  }

  /**
   * Nodes that race to append entries to one fenced partition of an unreliable store, each entry
   * once.
   */
  static final class FenceRace {

    /** How a caller deals with outcomes. */
    enum Caller {
      /** By the rule: the same batch again until the answer is known. */
      RIGHT,
      /**
       * Takes an unknown outcome for a failure, and writes the entry anew behind whatever stands.
       */
      GIVES_UP_ON_UNKNOWN,
      /** By the rule, but all processes set fences with the same writer. */
      WITHOUT_WRITER
    }

    private static final int NODES = 3;
    private static final int ENTRIES = 5;
    private static final Column<String> LIST = Column.ofText("list");
    private static final Column<Long> NUMBER = Column.ofLong("number");
    private static final Column<String> ENTRY = Column.ofText("entry");
    private static final Table ENTRIES_TABLE =
        Table.fenced("entries").partitionedBy(LIST).clusteredBy(NUMBER).columns(ENTRY).build();
    private static final PartitionKey PARTITION = ENTRIES_TABLE.partition(LIST.of("a"));
    private static final Incarnation NOBODY = Incarnation.next(new SplittableRandom(0));
    private static final Faults FAULTS =
        new Faults(
            0.05,
            0.1,
            0.15,
            Duration.ofMillis(100),
            Duration.ofMinutes(2),
            Duration.ofSeconds(1),
            4);

    private final Caller caller;
    private final Simulation simulation;
    private final SimulatedStore stores;
    private final List<String> believed = new ArrayList<>();

    private FenceRace(Caller caller, Simulation simulation) {
      this.caller = caller;
      this.simulation = simulation;
      this.stores = new SimulatedStore(simulation);
      stores.direct().create(ENTRIES_TABLE);
      stores.faults(FAULTS);
    }

    /**
     * What went wrong: nothing, if each entry is there once, in one order, and its writer knows
     * that it is.
     */
    static Optional<String> run(Caller caller, long seed) {
      try (Simulation simulation = new Simulation(seed)) {
        FenceRace race = new FenceRace(caller, simulation);
        for (int i = 0; i < NODES; i++) {
          race.start("node" + i);
        }
        simulation.run(Duration.ofDays(1));
        return race.wrong();
      }
    }

    private void start(String name) {
      SimulatedNode node = simulation.node(name);
      Store store = stores.at(node);
      Incarnation writer =
          caller == Caller.WITHOUT_WRITER ? NOBODY : Incarnation.next(node.random());
      node.spawn("appender", () -> appendAll(node, store, writer));
      Duration pause = Duration.ofMillis(node.random().nextLong(10_000));
      simulation.after(pause, () -> node.suspend(Suspension.PROCESS));
      simulation.after(pause.multipliedBy(4), node::resume);
    }

    private void appendAll(SimulatedNode node, Store store, Incarnation writer) {
      for (int i = 0; i < ENTRIES; i++) {
        String entry = node + " " + i;
        while (!append(node, store, writer, entry)) {
          sleep(node);
        }
        believed.add(entry);
      }
    }

    /** Tries to append an entry; false if that failed for certain, or if the caller thinks so. */
    private boolean append(SimulatedNode node, Store store, Incarnation writer, String entry) {
      Optional<Fence> standing =
          answered(node, () -> store.getStatic(PARTITION).map(StaticRow::fence));
      FencedBatch batch = batch(standing, writer, entry);
      boolean unknown = false;
      while (true) {
        try {
          FenceOutcome outcome = store.writeIf(batch);
          return outcome instanceof FenceOutcome.Applied
              || (unknown && hadApplied(node, store, batch, outcome));
        } catch (UnknownOutcomeException e) {
          if (caller == Caller.GIVES_UP_ON_UNKNOWN) {
            return false;
          }
          unknown = true;
        } catch (StoreUnavailableException e) {
          sleep(node);
        }
      }
    }

    /**
     * The batch can apply no more; where others have written since, only its row tells whether it
     * did.
     */
    private static boolean hadApplied(
        SimulatedNode node, Store store, FencedBatch batch, FenceOutcome outcome) {
      if (outcome.equals(new FenceOutcome.Rejected(Optional.of(batch.next())))) {
        return true;
      }
      Row row = ((Mutation.Put) batch.mutations().getFirst()).row();
      return answered(node, () -> store.get(row.key())).equals(Optional.of(row));
    }

    private static <T> T answered(SimulatedNode node, Supplier<T> read) {
      while (true) {
        try {
          return read.get();
        } catch (StoreUnavailableException e) {
          sleep(node);
        }
      }
    }

    private static FencedBatch batch(Optional<Fence> standing, Incarnation writer, String entry) {
      long number = standing.map(fence -> fence.n() + 1).orElse(0L);
      Fence next = new Fence(0, number, writer);
      Row row = Row.of(PARTITION.row(NUMBER.of(number)), ENTRY.of(entry));
      return standing
          .map(fence -> FencedBatch.after(fence, next, PARTITION))
          .orElseGet(() -> FencedBatch.first(next, PARTITION))
          .put(row)
          .build();
    }

    private static void sleep(SimulatedNode node) {
      try {
        node.sleep(Duration.ofMillis(node.random().nextLong(200)));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private Optional<String> wrong() {
      List<String> written = new ArrayList<>();
      stores.direct().scan(Scan.of(PARTITION)).forEachRemaining(row -> written.add(row.get(ENTRY)));
      boolean right =
          believed.size() == NODES * ENTRIES
              && written.stream().sorted().toList().equals(believed.stream().sorted().toList());
      return right
          ? Optional.empty()
          : Optional.of("believed " + believed + ", written " + written);
    }
  }
}
