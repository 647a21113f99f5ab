package io.messina.stream.append;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Lets only one thread at a time write, cancel or append a delayed event. Safe for use by many
 * threads.
 */
final class RowHolds {

  private final Map<String, Hold> holds = new HashMap<>();
  private final Set<String> changed = new HashSet<>();
  private boolean watching;

  private record Hold(boolean appending, CompletableFuture<Void> free) {}

  /** Runs a task while it holds an event; waits while another thread holds it. */
  <T> T holding(String id, Supplier<T> task) {
    for (Optional<Hold> other = tryTake(id, false); other.isPresent(); other = tryTake(id, false)) {
      other.get().free().join();
    }
    return taken(id, task);
  }

  /**
   * As {@link #holding}, but returns empty, without running the task, if the event is being
   * appended.
   */
  <T> Optional<T> holdingUnlessAppended(String id, Supplier<T> task) {
    for (Optional<Hold> other = tryTake(id, false); other.isPresent(); other = tryTake(id, false)) {
      if (other.get().appending()) {
        return Optional.empty();
      }
      other.get().free().join();
    }
    return Optional.of(taken(id, task));
  }

  /** Begins or ends to record which events are changed, because a read may miss the change. */
  synchronized void watch(boolean on) {
    watching = on;
    changed.clear();
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
    Hold hold;
    synchronized (this) {
      hold = holds.remove(id);
      if (hold == null) {
        throw new IllegalStateException(id + ": not held");
      }
      if (watching && !hold.appending()) {
        changed.add(id);
      }
    }
    hold.free().complete(null);
  }

  private <T> T taken(String id, Supplier<T> task) {
    try {
      return task.get();
    } finally {
      drop(id);
    }
  }

  /** The present hold, or empty if the caller now holds the event. */
  private synchronized Optional<Hold> tryTake(String id, boolean toAppend) {
    Hold own = new Hold(toAppend, new CompletableFuture<>());
    if (toAppend && changed.contains(id)) {
      return Optional.of(own);
    }
    return Optional.ofNullable(holds.putIfAbsent(id, own));
  }
}
