package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.stream.log.PlantedStore.Plant;
import io.messina.stream.log.Witness.Seen;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One shard and its successive owners, who crash, hang and come back late, on a store that does
 * everything to them that it may.
 */
final class LaneWorld {

  private static final int OWNERS = 6;
  private static final Duration REIGN_MAX = Duration.ofSeconds(8);
  private static final Duration HANG_MAX = Duration.ofMinutes(30);

  private final Plant plant;
  private final Simulation simulation;
  private final SimulatedStore stores;
  private final RandomGenerator random;
  private final Arbiter arbiter = new Arbiter();
  private final Witness witness = new Witness();

  private LaneWorld(Plant plant, Simulation simulation) {
    this.plant = plant;
    this.simulation = simulation;
    this.stores = new SimulatedStore(simulation);
    this.random = simulation.random("world");
    LaneTables.ALL.forEach(stores.direct()::create);
    stores.faults(Faults.ROUGH);
  }

  /** What came of a history. */
  record Outcome(Optional<String> wrong, int acknowledged, int behindCuts) {}

  static Outcome run(Plant plant, long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      LaneWorld world = new LaneWorld(plant, simulation);
      for (int i = 0; i < OWNERS; i++) {
        world.reign("owner" + i);
      }
      return world.end();
    }
  }

  private void reign(String name) {
    SimulatedNode node = simulation.node(name);
    node.clock().step(Duration.ofMillis(random.nextLong(-5_000, 5_000)));
    new LaneOwner(arbiter, node, stores.at(node), witness, plant).start();
    simulation.runFor(Duration.ofMillis(random.nextLong(REIGN_MAX.toMillis())));
    switch (random.nextInt(4)) {
      case 0 -> node.crash();
      case 1, 2 -> hang(node);
      // Its beats no longer arrive: it is deposed while it works.
      default -> {}
    }
  }

  private void hang(SimulatedNode node) {
    node.suspend(random.nextBoolean() ? Suspension.PROCESS : Suspension.MACHINE);
    long longestMillis = 1L << random.nextInt(1, 21);
    Duration hang = Duration.ofMillis(random.nextLong(longestMillis));
    simulation.after(hang.compareTo(HANG_MAX) < 0 ? hang : HANG_MAX, node::resume);
  }

  private Outcome end() {
    int last = arbiter.take();
    simulation.run(Duration.ofDays(1));
    LaneEnds ends = new LaneEnds(stores.direct());
    // What was cut under way is behind; only now is everything that was late in the store.
    arbiter.record(last, arbiter.uncut().stream().map(ends::find).toList());
    ShardLog log =
        new ShardLog(
            stores.direct(),
            simulation.clock(),
            Arbiter.SHARD,
            arbiter.cuts(),
            Set.of(),
            Position.START,
            Optional.empty());
    List<Seen> all = new ArrayList<>();
    witness.read(log.read(Position.START), Position.START, all);
    List<Position> behind = new ArrayList<>();
    arbiter
        .cuts()
        .forEach(
            (epoch, cut) -> behind.addAll(ends.behind(new LaneId(Arbiter.SHARD, epoch), cut, 100)));
    return new Outcome(witness.verdict(all, behind), witness.acknowledgedCount(), behind.size());
  }
}
