package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.MemoryPlace;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;

/** A place that all machines share, which takes its time and sometimes fails. */
final class SimulatedPlace {

  private final MemoryPlace memory = new MemoryPlace();
  private final Simulation simulation;
  private final RandomGenerator random;
  private volatile boolean faulty = true;

  SimulatedPlace(Simulation simulation) {
    this.simulation = simulation;
    this.random = simulation.random("place");
  }

  void calm() {
    faulty = false;
  }

  /** All that was kept is gone. */
  void lose() {
    memory.lose();
  }

  /** What the note of a shard names and is not here. */
  List<String> missing(String prefix, String note) {
    return memory.missing(prefix, note);
  }

  /** As a machine sees it; crashes of the machine fall between any two steps. */
  SnapshotPlace at(SimulatedNode node) {
    return new Seen(node);
  }

  private final class Seen implements SnapshotPlace {

    private final SimulatedNode node;

    Seen(SimulatedNode node) {
      this.node = node;
    }

    private void step() {
      node.pause(
          Duration.ofMillis(random.nextLong(1, faulty && random.nextInt(4) == 0 ? 3_000 : 20)));
      if (faulty && random.nextInt(25) == 0) {
        throw new SnapshotException("the place fails", null);
      }
    }

    @Override
    public void put(String name, Path file) {
      step();
      memory.put(name, file);
      hang(name);
      step();
    }

    /** Between a manifest and its publication, so that its writer is deposed before it goes on. */
    private void hang(String name) {
      if (faulty && name.endsWith(".manifest") && random.nextInt(8) == 0) {
        node.suspend(Suspension.PROCESS);
        simulation.after(Duration.ofMillis(random.nextLong(4_000, 20_000)), node::resume);
      }
    }

    @Override
    public void get(String name, Path target) {
      step();
      memory.get(name, target);
    }

    @Override
    public List<String> list(String prefix) {
      step();
      List<String> found = memory.list(prefix);
      step();
      return found;
    }

    @Override
    public List<String> folders() {
      step();
      return memory.folders();
    }

    @Override
    public void delete(Collection<String> names) {
      for (String name : names) {
        step();
        memory.delete(List.of(name));
      }
    }

    @Override
    public void close() {}
  }
}
