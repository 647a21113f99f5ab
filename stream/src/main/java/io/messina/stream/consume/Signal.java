package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Wakes threads that wait for something to happen. What happened since a thread looked last also
 * wakes it, so that nothing is missed. Safe for use by many threads.
 */
final class Signal {

  private final Lock lock = new ReentrantLock();
  private final Condition raised = lock.newCondition();
  private long count; // under the lock

  /** What to wait behind: to be asked before looking whether there is something to do. */
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

  /** Waits until it was raised since then. */
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

  /** Waits as {@link #await(long)} does, at most so long. */
  void await(long seen, Duration most, NodeTime time) {
    NodeTime.Cancellation alarm = time.schedule(most, this::raise);
    await(seen);
    alarm.cancel();
  }
}
