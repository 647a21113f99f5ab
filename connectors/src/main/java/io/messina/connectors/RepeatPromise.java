package io.messina.connectors;

import java.time.Duration;

/**
 * A provider's promise about a message that is sent again under the same key.
 *
 * @param lifetime the time after the first send for which it recognises the key
 * @param comparesBody whether it refuses the same key with another body, so that a repeat has to be
 *     the same byte for byte
 */
public record RepeatPromise(Duration lifetime, boolean comparesBody) {

  /**
   * A checked promise.
   *
   * @throws IllegalArgumentException if the lifetime is not positive
   */
  public RepeatPromise {
    if (!lifetime.isPositive()) {
      throw new IllegalArgumentException("lifetime: " + lifetime + " (expected: above 0)");
    }
  }
}
