package io.messina.aggregate.window;

import java.time.Instant;

/**
 * A span of event time.
 *
 * @param startMillis the first millisecond, since 1970
 * @param endMillis the first one behind it
 */
public record Window(long startMillis, long endMillis) {

  /**
   * Checks that it is not empty.
   *
   * @throws IllegalArgumentException if it ends before it begins
   */
  public Window {
    if (endMillis <= startMillis) {
      throw new IllegalArgumentException("window: " + startMillis + " to " + endMillis);
    }
  }

  @Override
  public String toString() {
    return Instant.ofEpochMilli(startMillis) + "/" + Instant.ofEpochMilli(endMillis);
  }
}
