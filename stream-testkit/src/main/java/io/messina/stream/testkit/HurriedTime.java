package io.messina.stream.testkit;

import io.messina.runtime.NodeTime;
import io.messina.runtime.SystemTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/**
 * The clocks of the machine, with a monotonic one that runs some times as fast, so that what looks
 * about once a second does so all the time. The wall clock stays as it is.
 *
 * @param machine that has them
 * @param times how many times as fast
 */
public record HurriedTime(SystemTime machine, int times) implements NodeTime {

  /**
   * A clock in a hurry.
   *
   * @param threads makes the threads of what happens later
   * @param times how many times as fast
   */
  public HurriedTime(ThreadFactory threads, int times) {
    this(new SystemTime(threads), times);
  }

  @Override
  public InstantSource wall() {
    return machine.wall();
  }

  @Override
  public long nanoTime() {
    return machine.nanoTime() * times;
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    machine.sleep(duration.dividedBy(times));
  }

  @Override
  public Cancellation schedule(Duration delay, Runnable task) {
    return machine.schedule(delay.dividedBy(times), task);
  }
}
