package io.messina.client.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Time that passes when a test says so: what is scheduled happens when it is fired. */
public final class ManualSurroundings implements Surroundings {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Task> tasks = new ArrayList<>();
  private final AtomicInteger keys = new AtomicInteger();
  private final AtomicInteger numbers = new AtomicInteger();
  private long nanoTime;
  private int looks;

  private record Task(int number, Duration delay, Runnable what) {}

  @Override
  public long nanoTime() {
    lock.lock();
    try {
      looks++;
      changed.signalAll();
      return nanoTime;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Runnable schedule(Duration delay, Runnable what) {
    lock.lock();
    try {
      Task task = new Task(numbers.incrementAndGet(), delay, what);
      tasks.add(task);
      changed.signalAll();
      return () -> cancel(task);
    } finally {
      lock.unlock();
    }
  }

  private void cancel(Task task) {
    lock.lock();
    try {
      tasks.removeIf(other -> other.number() == task.number());
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something is scheduled with this delay, lets the time pass, and does it. */
  public void fire(Duration delay) {
    take(delay).run();
  }

  private Runnable take(Duration delay) {
    lock.lock();
    try {
      while (true) {
        for (Task task : tasks) {
          if (task.delay().equals(delay)) {
            tasks.remove(task);
            nanoTime += delay.toNanos();
            return task.what();
          }
        }
        changed.await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing is scheduled in " + delay + ", but " + tasks, e);
    } finally {
      lock.unlock();
    }
  }

  public int looks() {
    lock.lock();
    try {
      return looks;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until somebody has looked at the clock so often. */
  public void awaitLooks(int many) throws InterruptedException {
    lock.lock();
    try {
      while (looks < many) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  public void pass(Duration time) {
    lock.lock();
    try {
      nanoTime += time.toNanos();
    } finally {
      lock.unlock();
    }
  }

  public boolean isScheduled(Duration delay) {
    lock.lock();
    try {
      return tasks.stream().anyMatch(task -> task.delay().equals(delay));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public double random() {
    return 0.5;
  }

  @Override
  public String unique() {
    return "key-" + keys.incrementAndGet();
  }

  @Override
  public void close() {}
}
