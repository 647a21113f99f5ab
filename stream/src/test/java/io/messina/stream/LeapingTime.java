package io.messina.stream;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A time that passes only where somebody sleeps, and then at once. */
public final class LeapingTime implements NodeTime {

  private final AtomicLong nanos = new AtomicLong();

  /** How much of it has passed. */
  public Duration elapsed() {
    return Duration.ofNanos(nanos.get());
  }

  @Override
  public InstantSource wall() {
    return () -> Instant.EPOCH.plusNanos(nanos.get());
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    nanos.addAndGet(duration.toNanos());
  }

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    throw new UnsupportedOperationException();
  }
}
