package io.messina.stream.consume;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The events that are with handlers: so many at most. Safe for use by many threads. */
final class Handlings {

  private final int max;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<Handling> running = new LinkedHashSet<>(); // under the lock
  private boolean closed; // under the lock

  Handlings(int max) {
    this.max = max;
  }

  /** Waits until there is room. Returns for how many, or 0 once nothing is to begin any more. */
  int awaitRoom() {
    lock.lock();
    try {
      while (running.size() >= max && !closed) {
        changed.awaitUninterruptibly();
      }
      return closed ? 0 : max - running.size();
    } finally {
      lock.unlock();
    }
  }

  /** Adds one, unless nothing is to begin any more. */
  boolean begin(Handling handling) {
    lock.lock();
    try {
      return !closed && running.add(handling);
    } finally {
      lock.unlock();
    }
  }

  void end(List<Handling> settled) {
    lock.lock();
    try {
      settled.forEach(running::remove);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<Handling> running() {
    lock.lock();
    try {
      return List.copyOf(running);
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Lets waiting threads look again. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no more are left of those that count.
   *
   * @return false once nothing is to begin any more
   */
  boolean awaitAtMost(int count, Predicate<Handling> counts) {
    lock.lock();
    try {
      while (running.stream().filter(counts).count() > count && !closed) {
        changed.awaitUninterruptibly();
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  void awaitNone() {
    lock.lock();
    try {
      while (!running.isEmpty()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
