package io.messina.server.json;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as texts: a whole number and a unit, as in {@code 30s} and {@code 7d}. */
public final class Durations {

  /** What a text must look like. */
  public static final String FORM = "a whole number with ms, s, m, h or d, as in 30s";

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d)");

  private Durations() {}

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
      throw new IllegalArgumentException(text + " (expected: " + FORM + ")");
    }
    long number = Long.parseLong(matcher.group(1));
    try {
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text + " (expected: " + FORM + ")", e);
    }
  }

  /**
   * Writes a duration in the largest unit that loses nothing.
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
    }
    if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86_400 != 0 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
  }
}
