package io.messina.client;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Durations as the API writes them: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 12h}, {@code
 * 7d}.
 */
final class Durations {

  /** What stands for a time that never ends. */
  static final String FOREVER = "forever";

  private static final Map<String, Long> UNIT_MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private Durations() {}

  /**
   * The text, in the largest unit that tells it exactly; fractions of a millisecond count in full.
   */
  static String text(Duration duration) {
    Names.check(!duration.isNegative(), "duration", duration, "from zero");
    long millis = duration.plusNanos(999_999).toMillis();
    for (String unit : new String[] {"d", "h", "m", "s"}) {
      long unitMillis = UNIT_MILLIS.getOrDefault(unit, 1L);
      if (millis != 0 && millis % unitMillis == 0) {
        return millis / unitMillis + unit;
      }
    }
    return millis + "ms";
  }

  /** Empty for ever. */
  static Optional<Duration> parseIfEnding(String text) {
    return text.equals(FOREVER) ? Optional.empty() : Optional.of(parse(text));
  }

  static Duration parse(String text) {
    int digits = 0;
    while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
      digits++;
    }
    Long unitMillis = UNIT_MILLIS.get(text.substring(digits));
    if (digits == 0 || unitMillis == null) {
      throw new IllegalArgumentException("duration: " + text + " (expected: as in 30s)");
    }
    return Duration.ofMillis(
        Math.multiplyExact(Long.parseLong(text.substring(0, digits)), unitMillis));
  }
}
