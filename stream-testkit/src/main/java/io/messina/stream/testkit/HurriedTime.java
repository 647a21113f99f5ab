package io.messina.stream.testkit;

import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.store.Store;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/**
 * The clocks of the machine, with a monotonic one that runs ten times as fast, so that tasks due
 * once a second run ten times a second. The wall clock stays as it is.
 */
public final class HurriedTime implements NodeTime {

  private static final int TIMES = 10;
  private static final ThreadFactory THREADS = Thread.ofVirtual().factory();
  private static final SystemTime MACHINE = new SystemTime(THREADS);

  private HurriedTime() {}

  /** The surroundings of a process in a hurry. */
  public static Context context(Store store) {
    return new Context(store, new HurriedTime(), new SecureRandom(), THREADS);
  }

  /**
   * The only node on a store, as {@link Streams#embedded(Store)} starts it, in a hurry.
   *
   * @param store outlives the node
   */
  public static Streams streams(Store store) {
    return Streams.start(
        new NodeSite(
            context(store),
            Peers.NONE,
            "embedded",
            "embedded",
            OwnershipOptions.SOLE,
            NodeLimits.DEFAULT));
  }

  @Override
  public InstantSource wall() {
    return MACHINE.wall();
  }

  @Override
  public long nanoTime() {
    return MACHINE.nanoTime() * TIMES;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    MACHINE.sleep(duration.dividedBy(TIMES));
  }

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    return MACHINE.schedule(delay.dividedBy(TIMES), task);
  }
}
