package io.messina.stream.catalog;

import io.messina.stream.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A time that passes only where somebody sleeps, and then at once. */
final class LeapingTime implements NodeTime {

  private final AtomicLong nanos = new AtomicLong();

  Duration elapsed() {
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
