package io.messina.stream.append;

import java.time.Duration;

/**
 * The idempotency keys that a shard holds in memory: those of producers for the stream's
 * deduplication time, but at most for {@link IdempotencyWindow#LENGTH_DEFAULT}; Messina's own
 * always for that time. For use by one thread at a time.
 */
final class KeyWindows {

  private final Duration deduplicate;
  private final IdempotencyWindow producers;
  private final IdempotencyWindow internal = window(IdempotencyWindow.LENGTH_DEFAULT);
  private long toldBytes;

  KeyWindows(Duration deduplicate) {
    this.deduplicate = deduplicate;
    this.producers = window(isLong() ? IdempotencyWindow.LENGTH_DEFAULT : deduplicate);
  }

  /** Whether keys are remembered for longer than in memory. */
  boolean isLong() {
    return deduplicate.compareTo(IdempotencyWindow.LENGTH_DEFAULT) > 0;
  }

  /** Whether this stream deduplicates events by this key. */
  boolean heeds(String key) {
    return !deduplicate.isZero() || InternalKeys.isInternal(key);
  }

  IdempotencyWindow of(String key) {
    return InternalKeys.isInternal(key) ? internal : producers;
  }

  /** By how many bytes its memory has grown since the last call; negative if it has shrunk. */
  long takeGrowth() {
    long bytes = producers.memoryBytes() + internal.memoryBytes();
    long growth = bytes - toldBytes;
    toldBytes = bytes;
    return growth;
  }

  /** Frees its memory. Returns whether keys must be read again before the next is looked up. */
  boolean giveBack(long nowMicros) {
    boolean isLess = producers.giveBack(nowMicros);
    return internal.giveBack(nowMicros) || isLess;
  }

  private static IdempotencyWindow window(Duration length) {
    return new IdempotencyWindow(length, IdempotencyWindow.KEYS_MAX_DEFAULT);
  }
}
