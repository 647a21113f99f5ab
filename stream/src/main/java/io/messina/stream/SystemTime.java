package io.messina.stream;

import java.time.Duration;
import java.time.InstantSource;

/** The clocks of the machine. */
public final class SystemTime implements NodeTime {

  /** The only instance, as there is nothing to tell two of them apart. */
  public static final SystemTime INSTANCE = new SystemTime();

  private SystemTime() {}

  @Override
  public InstantSource wall() {
    return InstantSource.system();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    Thread.sleep(duration);
  }
}
