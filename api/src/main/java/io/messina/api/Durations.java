package io.messina.api;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number and a unit, as in {@code 30s} and {@code 7d}. */
public final class Durations {

  /** The expected form of a text. */
  public static final String FORM = "a whole number with ms, s, m, h or d, as in 30s";

  /** The text of a duration without end. */
  public static final String FOREVER = "forever";

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,19})(ms|s|m|h|d)");

  /** One nanosecond less than a millisecond. */
  private static final long NANOS_TO_ROUND_UP = 999_999;

  private Durations() {}

  /**
   * Reads a text.
   *
   * @param text as {@link #FORM} says
   */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text);
    }
    try {
      return Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
    } catch (ArithmeticException | NumberFormatException e) {
      throw wrong(text);
    }
  }

  /**
   * Reads a duration that may never end.
   *
   * @param text as {@link #FORM} says, or {@link #FOREVER}
   * @return the duration; empty for ever
   */
  public static Optional<Duration> parseIfEnding(String text) {
    return text.equals(FOREVER) ? Optional.empty() : Optional.of(parse(text));
  }

  /**
   * Writes a duration in the largest unit of which it is a whole number; a part of a millisecond
   * counts as a whole one.
   *
   * @param duration any; a negative one, which cannot be read again, for sentences
   * @return as in {@code 7d}
   */
  public static String format(Duration duration) {
    if (duration.isNegative()) {
      return "-" + format(duration.negated());
    }
    Duration whole = duration.plusNanos(NANOS_TO_ROUND_UP).truncatedTo(ChronoUnit.MILLIS);
    if (whole.toMillisPart() != 0) {
      return whole.toMillis() + "ms";
    }
    long seconds = whole.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    } else if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3_600 + "h";
  }

  /**
   * Writes a duration that may never end.
   *
   * @param duration not negative; empty for ever
   * @return as in {@code 7d}, or {@link #FOREVER}
   */
  public static String formatIfEnding(Optional<Duration> duration) {
    return duration.map(Durations::format).orElse(FOREVER);
  }

  private static ChronoUnit unit(String unit) {
    return switch (unit) {
      case "ms" -> ChronoUnit.MILLIS;
      case "s" -> ChronoUnit.SECONDS;
      case "m" -> ChronoUnit.MINUTES;
      case "h" -> ChronoUnit.HOURS;
      default -> ChronoUnit.DAYS;
    };
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(Shown.text(text) + " (expected: " + FORM + ")");
  }
}
