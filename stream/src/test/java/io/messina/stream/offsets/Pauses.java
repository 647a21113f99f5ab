package io.messina.stream.offsets;

import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;

/** Waiting, for actors that nobody interrupts. */
final class Pauses {

  private Pauses() {}

  static void pause(SimulatedNode node, Duration duration) {
    try {
      node.sleep(duration);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
