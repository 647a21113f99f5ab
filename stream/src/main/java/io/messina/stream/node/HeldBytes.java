package io.messina.stream.node;

import java.util.concurrent.atomic.AtomicLong;

/** How much waits on a node for shards without owners. Safe for use by many threads. */
final class HeldBytes {

  private final long max;
  private final AtomicLong held = new AtomicLong();

  HeldBytes(long max) {
    this.max = max;
  }

  /** Adds a request, of any size if it is the only one; false where there is no room. */
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

  long now() {
    return held.get();
  }
}
