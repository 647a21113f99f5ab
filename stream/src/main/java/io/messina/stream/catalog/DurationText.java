package io.messina.stream.catalog;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: a whole number and a unit, as in {@code 30s} and {@code 7d}. */
public final class DurationText {

  /** What a text must look like. */
  public static final String FORM = "a whole number with ms, s, m, h or d, as in 30s";

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,19})(ms|s|m|h|d)");

  /** Milliseconds of so many seconds fit into a long. */
  private static final long MILLIS_SECONDS_MAX = 1_000_000_000_000L;

  private static final int SHOWN_MAX = 80;

  private DurationText() {}

  /**
   * Reads a text.
   *
   * @param text as {@link #FORM} says
   * @return the duration
   * @throws IllegalArgumentException with a sentence, where it is anything else
   */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text);
    }
    try {
      return Duration.of(Long.parseLong(matcher.group(1)), unit(matcher.group(2)));
    } catch (ArithmeticException | NumberFormatException _) {
      throw wrong(text);
    }
  }

  /**
   * Writes a duration in the largest unit of which it is a whole number.
   *
   * @param duration not negative; what is below a millisecond is cut off
   * @return as in {@code 7d}
   */
  public static String format(Duration duration) {
    if (duration.toMillisPart() != 0) {
      return duration.toMillis() + "ms";
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
   * Writes any duration so that nothing of it is lost; those that people do not write as ISO 8601.
   */
  static String write(Duration duration) {
    boolean isUsual =
        !duration.isNegative()
            && duration.toNanosPart() % 1_000_000 == 0
            && (duration.toNanosPart() == 0 || duration.toSeconds() < MILLIS_SECONDS_MAX);
    return isUsual ? format(duration) : duration.toString();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws RuntimeException where it is none
   */
  static Duration read(String text) {
    return text.startsWith("P") || text.startsWith("-") ? Duration.parse(text) : parse(text);
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
    String shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    return new IllegalArgumentException(shown + " (expected: " + FORM + ")");
  }
}
