package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes threads that wait for something to happen. A signal since a thread last called {@link
 * #seen} also wakes it, so that none is missed. Safe for use by many threads.
 */
final class Signal {

  private final Lock lock = new ReentrantLock();
  private final Condition raised = lock.newCondition();
  private long count; // under the lock

  /**
   * Returns the count to wait for; to be called before checking whether there is something to do.
   */
  long seen() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  void raise() {
    lock.lock();
    try {
      count++;
      raised.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a signal was raised since then. */
  void await(long seen) {
    lock.lock();
    try {
      while (count == seen) {
        raised.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits as {@link #await(long)} does, at most {@code most}. */
  void await(long seen, Duration most, NodeTime time) {
    NodeTime.Cancellation alarm = time.schedule(most, this::raise);
    await(seen);
    alarm.cancel();
  }
}
