package io.messina.stream.cluster;

import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends one process after the other in good order, each once as many are ready as before: its next
 * one, or another that waited for its place.
 */
final class RollingRestart {

  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int LOOKS_MAX = 120;

  private final Simulation simulation;
  private final List<Machine> all;
  private final List<Machine> left;
  private final Runnable done;

  /**
   * Not begun.
   *
   * @param machines all of them
   * @param done is called when all processes have ended and as many are ready
   */
  RollingRestart(Simulation simulation, List<Machine> machines, Runnable done) {
    this.simulation = simulation;
    this.all = machines;
    this.left = new ArrayList<>(machines);
    this.done = done;
  }

  void begin() {
    left.removeIf(Machine::isRetired);
    stop(ready());
  }

  private void stop(long ready) {
    left.stream()
        .filter(Machine::isReady)
        .findFirst()
        .ifPresentOrElse(
            machine -> {
              left.remove(machine);
              machine.stop(STOPPED_WITHIN);
              simulation.after(LOOK, () -> look(ready, 0));
            },
            done);
  }

  /** Somebody starts it again. Where nobody comes back, it ends. */
  private void look(long ready, int looks) {
    if (ready() >= ready) {
      stop(ready);
    } else if (looks < LOOKS_MAX) {
      simulation.after(LOOK, () -> look(ready, looks + 1));
    }
  }

  private long ready() {
    return all.stream().filter(Machine::isReady).count();
  }
}
