package io.messina.connectors.smpp;

import io.messina.connectors.ConnectorTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A clock that stands until it is told to go on. */
public final class ManualConnectorTime implements ConnectorTime {

  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition scheduled = lock.newCondition();
  private final List<Task> tasks = new ArrayList<>(); // under the lock
  private long nowNanos; // under the lock

  private record Task(long atNanos, Runnable task) {}

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      return nowNanos;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void schedule(Duration delay, Runnable task) {
    lock.lock();
    try {
      tasks.add(new Task(nowNanos + delay.toNanos(), task));
      scheduled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Goes on, and begins what is due by then. */
  public void advance(Duration by) {
    List<Task> due;
    lock.lock();
    try {
      nowNanos += by.toNanos();
      due = tasks.stream().filter(task -> task.atNanos() <= nowNanos).toList();
      tasks.removeAll(due);
    } finally {
      lock.unlock();
    }
    due.forEach(task -> Thread.ofVirtual().start(task.task()));
  }

  /**
   * Waits until something is scheduled.
   *
   * @return in how much time it is due
   */
  public Duration awaitScheduled() throws InterruptedException {
    long leftNanos = WAIT_NANOS;
    lock.lock();
    try {
      while (tasks.isEmpty()) {
        if (leftNanos <= 0) {
          throw new AssertionError("nothing is scheduled");
        }
        leftNanos = scheduled.awaitNanos(leftNanos);
      }
      return Duration.ofNanos(tasks.getFirst().atNanos() - nowNanos);
    } finally {
      lock.unlock();
    }
  }
}
