package io.messina.stream.catalog;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them, as in {@code 7d} or {@code 1500ms}; else ISO 8601. */
final class DurationText {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,19})(d|h|m|s|ms)");

  private DurationText() {}

  /** Writes a duration in the largest unit of which it is a whole number. */
  static String write(Duration duration) {
    if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
      return duration.toString();
    } else if (duration.toNanosPart() != 0) {
      return inMillis(duration);
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    } else if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3_600 + "h";
  }

  /**
   * Reads a duration.
   *
   * @throws RuntimeException where it is none
   */
  static Duration read(String text) {
    Matcher matcher = SHORT.matcher(text);
    if (!matcher.matches()) {
      return Duration.parse(text);
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "d" -> Duration.ofDays(amount);
      case "h" -> Duration.ofHours(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMillis(amount);
    };
  }

  private static String inMillis(Duration duration) {
    boolean fits = duration.toSeconds() < 1_000_000_000_000L;
    return fits ? duration.toMillis() + "ms" : duration.toString();
  }
}
