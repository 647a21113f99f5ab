package io.messina.runtime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of the machine.
 *
 * @param threads makes the threads of scheduled tasks
 */
public record SystemTime(ThreadFactory threads) implements NodeTime {

  /** One for all, since it only starts threads. */
  private static final ScheduledThreadPoolExecutor TIMER = timer();

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
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> scheduled =
        TIMER.schedule(
            () -> threads.newThread(task).start(), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "messina-timer");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}
