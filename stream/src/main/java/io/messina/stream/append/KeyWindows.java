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

  private static IdempotencyWindow window(Duration length) {
    return new IdempotencyWindow(length, IdempotencyWindow.KEYS_MAX_DEFAULT);
  }
}
