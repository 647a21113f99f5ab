package io.messina.connectors;

import java.time.Duration;

/**
 * What a provider promises of a message that it is sent again under the same key.
 *
 * @param lifetime how long after the first time it recognises the key
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
