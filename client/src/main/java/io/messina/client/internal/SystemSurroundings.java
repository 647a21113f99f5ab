package io.messina.client.internal;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The clock and random numbers of the machine, and one thread for scheduled tasks. */
public final class SystemSurroundings implements Surroundings {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, SystemSurroundings::daemon);

  private final Executor executor;

  public SystemSurroundings(Executor executor) {
    this.executor = executor;
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "messina-client-timer");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Runnable schedule(Duration delay, Runnable task) {
    if (timer.isShutdown()) {
      return () -> {};
    }
    ScheduledFuture<?> scheduled =
        timer.schedule(() -> executor.execute(task), nanos(delay), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  /** A wait of more than centuries never ends. */
  private static long nanos(Duration delay) {
    return delay.compareTo(LONGEST) < 0 ? delay.toNanos() : LONGEST.toNanos();
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }

  @Override
  public String unique() {
    return UUID.randomUUID().toString();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
