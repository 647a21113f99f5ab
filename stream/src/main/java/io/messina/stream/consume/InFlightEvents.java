package io.messina.stream.consume;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The events that are with handlers, up to a bound. Safe for use by many threads. */
final class InFlightEvents {

  private final int max;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<InFlightEvent> running = new LinkedHashSet<>(); // under the lock
  private boolean closed; // under the lock

  InFlightEvents(int max) {
    this.max = max;
  }

  /** Waits until there is room. Returns for how many, or 0 if no event may begin any more. */
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

  /** Adds an event, unless none may begin any more. */
  boolean begin(InFlightEvent event) {
    lock.lock();
    try {
      return !closed && running.add(event);
    } finally {
      lock.unlock();
    }
  }

  void end(List<InFlightEvent> settled) {
    lock.lock();
    try {
      settled.forEach(running::remove);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  List<InFlightEvent> running() {
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

  /** Makes waiting threads check again. */
  void wake() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until at most {@code count} events are left of those that {@code counts} selects.
   *
   * @return false if no event may begin any more
   */
  boolean awaitAtMost(int count, Predicate<InFlightEvent> counts) {
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
