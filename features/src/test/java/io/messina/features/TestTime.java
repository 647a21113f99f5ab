package io.messina.features;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A wall clock that a test sets, and a monotonic clock that leaps where somebody sleeps. */
public final class TestTime implements NodeTime {

  /** When tests begin. */
  public static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicReference<Instant> now;
  private final Duration ahead;

  /** A clock that is right. */
  public TestTime() {
    this(new AtomicReference<>(BEGIN), Duration.ZERO);
  }

  private TestTime(AtomicReference<Instant> now, Duration ahead) {
    this.now = now;
    this.ahead = ahead;
  }

  /** Another clock of the same time, which is so much further ahead, or behind. */
  public TestTime ahead(Duration more) {
    return new TestTime(now, ahead.plus(more));
  }

  /** What time it is. */
  public Instant now() {
    return now.get().plus(ahead);
  }

  /** Makes it another time. */
  public void set(Instant time) {
    now.set(time.minus(ahead));
  }

  /** Lets time pass. */
  public void pass(Duration duration) {
    now.updateAndGet(time -> time.plus(duration));
  }

  @Override
  public InstantSource wall() {
    return this::now;
  }

  @Override
  public long nanoTime() {
    return Duration.between(BEGIN, now()).toNanos();
  }

  @Override
  public void sleep(Duration duration) {
    pass(duration);
  }

  /** Nothing here is ever late. */
  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    return () -> {};
  }
}
