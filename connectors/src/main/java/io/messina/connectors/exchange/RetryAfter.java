package io.messina.connectors.exchange;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header by which a server asks to wait: seconds, or a date. */
public final class RetryAfter {

  /** The longest wait that is believed. */
  public static final Duration MAX = Duration.ofDays(1);

  /** Digits that make a number of seconds for certain; more of them ask for more than the most. */
  private static final int DIGITS_MAX = 18;

  private static final Pattern SECONDS = Pattern.compile("[0-9]+");

  private RetryAfter() {}

  /**
   * Reads the header.
   *
   * @param clock for dates
   * @return from zero to {@link #MAX}; empty if it is absent or is neither seconds nor a date
   */
  public static Optional<Duration> read(Optional<String> header, InstantSource clock) {
    return header.map(String::strip).flatMap(text -> read(text, clock));
  }

  private static Optional<Duration> read(String text, InstantSource clock) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(
          text.length() > DIGITS_MAX ? MAX : bounded(Duration.ofSeconds(Long.parseLong(text))));
    }
    try {
      Instant at = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
      return Optional.of(bounded(Duration.between(clock.instant(), at)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(MAX) > 0 ? MAX : wait;
  }
}
