package io.messina.client.group;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A handler that runs on the thread that made this. It ends once: by itself, or because it is given
 * up. Giving it up interrupts it, but never the work that its thread does afterwards. Safe for use
 * by many threads.
 */
final class Handling {

  private final ClaimedEvent event;
  private final long begunNanoTime;
  private final Thread thread = Thread.currentThread();
  private final ReentrantLock lock = new ReentrantLock();
  private boolean over;
  private boolean interrupted;

  Handling(ClaimedEvent event, long begunNanoTime) {
    this.event = event;
    this.begunNanoTime = begunNanoTime;
  }

  ClaimedEvent event() {
    return event;
  }

  long begunNanoTime() {
    return begunNanoTime;
  }

  /** Whether it was not over yet. */
  boolean interrupt() {
    lock.lock();
    try {
      boolean first = !over;
      if (first) {
        over = true;
        interrupted = true;
        thread.interrupt();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** On its own thread: whether it was not given up before. */
  boolean end() {
    lock.lock();
    try {
      over = true;
      if (interrupted) {
        boolean unused = Thread.interrupted();
      }
      return !interrupted;
    } finally {
      lock.unlock();
    }
  }
}
