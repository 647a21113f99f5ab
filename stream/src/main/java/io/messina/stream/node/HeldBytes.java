package io.messina.stream.node;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the bytes of requests that wait on a node for shards without owners. Safe for use by many
 * threads.
 */
final class HeldBytes {

  private final long max;
  private final AtomicLong held = new AtomicLong();

  HeldBytes(long max) {
    this.max = max;
  }

  /** Adds a request, of any size if it is the only one. Returns false if there is no room. */
  boolean add(long bytes) {
    long before = held.getAndAdd(bytes);
    if (before == 0 || before + bytes <= max) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void remove(long bytes) {
    held.addAndGet(-bytes);
  }
}
