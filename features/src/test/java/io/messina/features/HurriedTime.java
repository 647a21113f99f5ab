package io.messina.features;

import io.messina.features.node.Features;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import io.messina.store.Store;
import io.messina.stream.node.Streams;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The clocks of the machine, with a monotonic one that runs fifty times as fast, so that what looks
 * about once a second does so all the time. The wall clock stays as it is.
 */
public final class HurriedTime implements NodeTime {

  private static final int TIMES = 50;
  private static final SystemTime MACHINE = new SystemTime(Thread.ofVirtual().factory());

  private HurriedTime() {}

  /** A feature store that does all it does at a pace fifty times as fast. */
  public static Features start(Store store, Streams streams) {
    return Features.start(
        new Context(store, new HurriedTime(), new SecureRandom(), Thread.ofVirtual().factory()),
        streams);
  }

  @Override
  public InstantSource wall() {
    return InstantSource.system();
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
