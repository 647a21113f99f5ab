package io.messina.features.contents;

import io.messina.api.feature.ListItem;
import java.time.Instant;

/** Times of items: the nanoseconds since 1970 that a long can hold. */
final class ItemTime {

  /** Digits of the largest. */
  static final int DIGITS = 19;

  static final Instant MAX = ListItem.TIME_MAX;

  private static final long NANOS = 1_000_000_000L;

  private ItemTime() {}

  static long nanos(Instant time) {
    return time.getEpochSecond() * NANOS + time.getNano();
  }

  /** The nearest one if a time is outside. */
  static long clamped(Instant time) {
    if (time.isBefore(Instant.EPOCH)) {
      return 0;
    }
    return time.isAfter(MAX) ? Long.MAX_VALUE : nanos(time);
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(nanos / NANOS, nanos % NANOS);
  }

  static void append(StringBuilder text, long nanos) {
    String digits = Long.toString(nanos);
    text.repeat('0', DIGITS - digits.length()).append(digits);
  }

  static String digits(long nanos) {
    StringBuilder text = new StringBuilder(DIGITS);
    append(text, nanos);
    return text.toString();
  }
}
