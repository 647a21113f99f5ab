package io.messina.stream.append;

import java.time.Duration;

/**
 * The idempotency keys that a shard holds in memory: those of producers for as long as the stream
 * says, but for {@link IdempotencyWindow#LENGTH_DEFAULT} at most, and Messina's own always for that
 * long. For use by one thread at a time.
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

  /** Whether keys are remembered for longer than memory holds them. */
  boolean isLong() {
    return deduplicate.compareTo(IdempotencyWindow.LENGTH_DEFAULT) > 0;
  }

  /** Whether a key decides anything in this stream. */
  boolean heeds(String key) {
    return !deduplicate.isZero() || InternalKeys.isInternal(key);
  }

  IdempotencyWindow of(String key) {
    return InternalKeys.isInternal(key) ? internal : producers;
  }

  /** By how much more memory it takes than when this was asked last; negative for less. */
  long takeGrowth() {
    long bytes = producers.memoryBytes() + internal.memoryBytes();
    long growth = bytes - toldBytes;
    toldBytes = bytes;
    return growth;
  }

  /** Gives its memory back; whether keys are to be remembered again before the next is seen. */
  boolean giveBack(long nowMicros) {
    boolean isLess = producers.giveBack(nowMicros);
    return internal.giveBack(nowMicros) || isLess;
  }

  private static IdempotencyWindow window(Duration length) {
    return new IdempotencyWindow(length, IdempotencyWindow.KEYS_MAX_DEFAULT);
  }
}
