package io.messina.stream.testkit;

import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something that is asked of one server at a time, again where that fails, ends or does not answer.
 * For the thread of the simulation.
 */
public final class Errand<T> {

  private final Simulation simulation;
  private final String name;
  private final Duration patience;
  private final Consumer<Running<T>> work;
  private @Nullable SimulatedNode asked;
  private Duration askedAt = Duration.ZERO;

  Errand(Simulation simulation, String name, Duration patience, Consumer<Running<T>> work) {
    this.simulation = simulation;
    this.name = name;
    this.patience = patience;
    this.work = work;
  }

  /** Returns whether a server is at it. */
  public boolean isUnderWay() {
    return asked != null
        && !asked.isCrashed()
        && simulation.elapsed().minus(askedAt).compareTo(patience) < 0;
  }

  /** Asks a server, unless one is at it. */
  public void ask(Optional<Running<T>> server) {
    if (isUnderWay() || server.isEmpty()) {
      return;
    }
    SimulatedNode node = server.get().node();
    asked = node;
    askedAt = simulation.elapsed();
    node.spawn(name, () -> work(server.get()));
  }

  private void work(Running<T> server) {
    try {
      work.accept(server);
    } catch (RuntimeException e) {
      // It is asked for again, perhaps of another one.
    } finally {
      if (server.node().equals(asked)) {
        asked = null;
      }
    }
  }
}
