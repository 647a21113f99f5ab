package io.messina.enrich;

import java.time.Duration;

/** The bounds of options. */
final class OptionBounds {

  static final long BYTES_MAX = 1L << 40;
  static final int COUNT_MAX = 1_000_000;
  static final Duration MOMENT = Duration.ofMillis(1);
  static final Duration HOUR = Duration.ofHours(1);

  private OptionBounds() {}

  static void check(String name, long value, long min, long max) {
    require(value >= min && value <= max, name, value, min, max);
  }

  static void check(String name, Duration value, Duration min, Duration max) {
    require(value.compareTo(min) >= 0 && value.compareTo(max) <= 0, name, value, min, max);
  }

  private static void require(boolean within, String name, Object value, Object min, Object max) {
    if (!within) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + min + " to " + max + ")");
    }
  }
}
