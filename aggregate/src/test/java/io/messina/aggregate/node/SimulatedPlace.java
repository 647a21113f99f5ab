package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** A place that all machines share, which takes its time and sometimes fails. */
final class SimulatedPlace {

  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
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
    objects.clear();
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
      try {
        objects.put(name, Files.readAllBytes(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
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
      byte[] object = objects.get(name);
      if (object == null) {
        throw new SnapshotException.Missing(name, null);
      }
      try {
        Files.write(target, object);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public List<String> list(String prefix) {
      step();
      List<String> found =
          objects.keySet().stream().filter(name -> name.startsWith(prefix)).sorted().toList();
      step();
      return found;
    }

    @Override
    public void delete(Collection<String> names) {
      for (String name : names) {
        step();
        objects.remove(name);
      }
    }

    @Override
    public void close() {}
  }
}
