package io.messina.stream.append;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets only one thread at a time write, cancel or append a delayed event. Safe for use by many
 * threads.
 */
final class RowHolds {

  private final Lock lock = new ReentrantLock();
  private final Map<String, Hold> holds = new HashMap<>(); // under the lock
  private final Set<String> changed = new HashSet<>(); // under the lock
  private boolean watching; // under the lock

  private record Hold(boolean appending, CompletableFuture<Void> free) {}

  /** Holds an event; waits while another thread holds it. */
  void take(String id) {
    for (Optional<Hold> other = tryTake(id, false); other.isPresent(); other = tryTake(id, false)) {
      other.get().free().join();
    }
  }

  /** Holds an event, unless it is being appended; waits while another thread holds it otherwise. */
  boolean takeUnlessAppended(String id) {
    for (Optional<Hold> other = tryTake(id, false); other.isPresent(); other = tryTake(id, false)) {
      if (other.get().appending()) {
        return false;
      }
      other.get().free().join();
    }
    return true;
  }

  /** Begins or ends to record which events are changed, because a read may miss the change. */
  void watch(boolean on) {
    lock.lock();
    try {
      watching = on;
      changed.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Holds an event that was read since {@link #watch} began, unless another thread holds it or has
   * held it since.
   */
  boolean takeToAppend(String id) {
    return tryTake(id, true).isEmpty();
  }

  /** Releases an event. */
  void drop(String id) {
    CompletableFuture<Void> free;
    lock.lock();
    try {
      Hold hold = holds.remove(id);
      if (hold == null) {
        throw new IllegalStateException(id + ": not held");
      }
      if (watching && !hold.appending()) {
        changed.add(id);
      }
      free = hold.free();
    } finally {
      lock.unlock();
    }
    free.complete(null);
  }

  /** The present hold, or empty if the caller now holds the event. */
  private Optional<Hold> tryTake(String id, boolean toAppend) {
    lock.lock();
    try {
      Hold other = holds.get(id);
      if (other != null) {
        return Optional.of(other);
      }
      Hold own = new Hold(toAppend, new CompletableFuture<>());
      if (toAppend && changed.contains(id)) {
        return Optional.of(own);
      }
      holds.put(id, own);
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
