package io.messina.stream;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The clocks of the machine. */
public final class SystemTime implements NodeTime {

  /** The only instance, as there is nothing to tell two of them apart. */
  public static final SystemTime INSTANCE = new SystemTime();

  private final ScheduledThreadPoolExecutor timer = timer();

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

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> scheduled =
        timer.schedule(
            () -> Thread.startVirtualThread(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("messina-timer").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
