package io.messina.store.cql;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The sizes of the largest recent rows of a table, as far as this process has read or written them.
 * The next page may have rows as large. For use by many threads.
 */
final class RowSizes {

  /** The bytes of the smallest row, with all that is around it. */
  static final long BYTES_MIN = 128;

  /** The rate at which a large row is forgotten that is not seen again. */
  private static final int FORGOTTEN_PARTS = 64;

  private final AtomicLong largest = new AtomicLong(BYTES_MIN);
  private volatile boolean known;

  /** Notes the largest row of a page or of a batch. */
  void note(long bytes) {
    known = true;
    long former = largest.get();
    long next = Math.max(bytes, Math.max(BYTES_MIN, former - former / FORGOTTEN_PARTS));
    if (next != former) {
      largest.compareAndSet(former, next); // losing a race loses a hint
    }
  }

  long largest() {
    return largest.get();
  }

  /** Whether any row was ever seen. */
  boolean isKnown() {
    return known;
  }
}
