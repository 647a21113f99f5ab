package io.messina.stream.testkit;

import io.messina.runtime.NodeTime;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The time of a simulated process.
 *
 * @param node whose time it is
 */
public record SimulatedTime(SimulatedNode node) implements NodeTime {

  @Override
  public InstantSource wall() {
    return node.clock();
  }

  @Override
  public long nanoTime() {
    return node.clock().nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    node.sleep(duration);
  }

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    return node.schedule(delay, task)::cancel;
  }
}
