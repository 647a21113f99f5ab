package io.messina.stream.ownership;

import io.messina.api.StreamName;
import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.FencedWriter;
import io.messina.store.Bytes;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Processes that take one shard from each other and write to it for as long as they own it. */
final class FencedRace {

  private static final int NODES = 3;
  private static final int TURNS = 4;
  private static final int ENTRIES = 5;
  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("toys"), 1), 0);
  private static final PartitionKey PARTITION = ShardTable.partition(SHARD, 0);
  private static final Faults FAULTS =
      new Faults(
          0.05, 0.1, 0.15, Duration.ofMillis(100), Duration.ofMinutes(2), Duration.ofSeconds(1), 4);

  private final Simulation simulation;
  private final SimulatedStore stores;
  private final List<String> applied = new ArrayList<>();
  private final List<Integer> epochs = new ArrayList<>();

  private FencedRace(Simulation simulation) {
    this.simulation = simulation;
    this.stores = new SimulatedStore(simulation);
    stores.direct().create(ShardTable.SHARDS);
    stores.faults(FAULTS);
  }

  /** What went wrong: nothing, if what its writers believe written is there, by one owner each. */
  static List<String> run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      FencedRace race = new FencedRace(simulation);
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
    Incarnation me = Incarnation.next(node.random());
    node.spawn("claimant", () -> takeTurns(node, store, me));
    Duration pause = Duration.ofMillis(node.random().nextLong(10_000));
    simulation.after(pause, () -> node.suspend(Suspension.PROCESS));
    simulation.after(pause.multipliedBy(4), node::resume);
  }

  private void takeTurns(SimulatedNode node, Store store, Incarnation me) {
    FencedSender sender = new FencedSender(SimulatedSites.context(store, node, "race"));
    for (int turn = 0; turn < TURNS; turn++) {
      TakeOver claim = new TakeOver(SHARD, PARTITION, read(node, store), me, node.name());
      FencedWrite outcome =
          sender.send(claim.batch(claim.timestamps(0, OptionalLong.empty())), () -> true);
      if (outcome instanceof FencedWrite.Applied) {
        epochs.add(claim.epoch());
        writeAll(node, claim, new FencedWriter(sender, () -> true, PARTITION, claim.next()));
      }
      sleep(node);
    }
  }

  private void writeAll(SimulatedNode node, TakeOver claim, FencedWriter writer) {
    for (int i = 0; i < ENTRIES; i++) {
      String entry = claim.next() + " " + i;
      FencedWrite written =
          writer.write(
              batch ->
                  batch.put(
                      Row.of(
                          PARTITION.row(ShardTable.SECTION.of("toy"), ShardTable.NAME.of(entry)),
                          ShardTable.VALUE.of(Bytes.utf8(node.name())))));
      if (written instanceof FencedWrite.Applied) {
        applied.add(entry);
      }
    }
  }

  private static Optional<StaticRow> read(SimulatedNode node, Store store) {
    while (true) {
      try {
        return store.getStatic(PARTITION);
      } catch (StoreUnavailableException e) {
        sleep(node);
      }
    }
  }

  private static void sleep(SimulatedNode node) {
    node.pause(Duration.ofMillis(node.random().nextLong(1_000)));
  }

  private List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    List<String> written = new ArrayList<>();
    stores
        .direct()
        .scan(Scan.of(PARTITION))
        .forEachRemaining(row -> written.add(row.get(ShardTable.NAME)));
    if (!written.containsAll(applied) || applied.stream().distinct().count() < applied.size()) {
      wrong.add("believed " + applied + ", written " + written);
    }
    if (epochs.stream().distinct().count() < epochs.size()) {
      wrong.add("epochs " + epochs);
    }
    return wrong;
  }
}
