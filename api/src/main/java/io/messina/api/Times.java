package io.messina.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/**
 * Times as RFC 3339 writes them, of the years 0000 to 9999 in UTC, with up to nine digits of a
 * second. Leap seconds are refused, as no clock here has them. Read and written by hand, as each
 * event may have some, and the JDK takes twenty times as long.
 */
public final class Times {

  /** The expected form of a text. */
  public static final String FORM = "RFC 3339, as in 2015-09-12T00:46:58.771Z";

  private static final String BOUNDS = "a time of the years 0000 to 9999 in UTC";

  private static final int NANO_DIGITS = 9;
  private static final int FRACTION_AT = 19;
  private static final int CHARS_MAX = 35;

  private static final int SECONDS_PER_DAY = 86_400;
  private static final long FIRST_SECOND = -62_167_219_200L; // of the year 0000
  private static final long LAST_SECOND = 253_402_300_799L; // of the year 9999

  private static final DateTimeFormatter FORMATTER =
      new DateTimeFormatterBuilder().appendInstant(-1).toFormatter(Locale.ROOT);

  private Times() {}

  /**
   * Reads a time.
   *
   * @param text as {@link #FORM} says, with {@code Z} or an offset
   */
  public static Instant parse(String text) {
    if (text.length() <= FRACTION_AT || text.length() > CHARS_MAX) {
      throw wrong(text);
    }
    int end = endOfSecond(text);
    long seconds = localSecond(text) - offsetSeconds(text, end);
    Instant time = Instant.ofEpochSecond(seconds, nanos(text, end));
    if (!isInBounds(time)) {
      throw wrong(text, BOUNDS);
    }
    return time;
  }

  /** Checks that a time is of the years that can be read. */
  public static void check(String what, Instant time) {
    Checks.that(isInBounds(time), what, time, BOUNDS);
  }

  private static boolean isInBounds(Instant time) {
    return time.getEpochSecond() >= FIRST_SECOND && time.getEpochSecond() <= LAST_SECOND;
  }

  /**
   * Writes a time in UTC with as many digits as it needs.
   *
   * @param time of the years 0000 to 9999
   * @return as in {@code 2015-09-12T00:46:58.771Z}
   */
  public static String format(Instant time) {
    if (!isInBounds(time)) {
      return FORMATTER.format(time);
    }
    long second = time.getEpochSecond();
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(second, SECONDS_PER_DAY));
    int ofDay = Math.floorMod(second, SECONDS_PER_DAY);
    byte[] text = "0000-00-00T00:00:00.000000000Z".getBytes(StandardCharsets.US_ASCII);
    put(text, 0, 4, day.getYear());
    put(text, 5, 7, day.getMonthValue());
    put(text, 8, 10, day.getDayOfMonth());
    put(text, 11, 13, ofDay / 3600);
    put(text, 14, 16, ofDay / 60 % 60);
    put(text, 17, 19, ofDay % 60);
    put(text, FRACTION_AT + 1, FRACTION_AT + 1 + NANO_DIGITS, time.getNano());
    int end = text.length - 1;
    while (text[end - 1] == '0' && end > FRACTION_AT + 1) {
      end--;
    }
    end = end == FRACTION_AT + 1 ? FRACTION_AT : end;
    text[end] = 'Z';
    return new String(text, 0, end + 1, StandardCharsets.ISO_8859_1);
  }

  private static void put(byte[] text, int from, int to, int number) {
    int rest = number;
    for (int i = to - 1; i >= from; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static long localSecond(String text) {
    expect(text, 4, '-');
    expect(text, 7, '-');
    if (text.charAt(10) != 'T' && text.charAt(10) != 't') {
      throw wrong(text);
    }
    long day = day(text, number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    expect(text, 13, ':');
    expect(text, 16, ':');
    int hour = bounded(text, 11, 23);
    int minute = bounded(text, 14, 59);
    return ((day * 24 + hour) * 60 + minute) * 60 + bounded(text, 17, 59);
  }

  private static long day(String text, int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day).toEpochDay();
    } catch (DateTimeException e) {
      throw wrong(text);
    }
  }

  private static int endOfSecond(String text) {
    int end = FRACTION_AT;
    if (text.charAt(end) == '.') {
      end++;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      int digits = end - FRACTION_AT - 1;
      if (digits == 0 || digits > NANO_DIGITS || end == text.length()) {
        throw wrong(text);
      }
    }
    return end;
  }

  private static int nanos(String text, int end) {
    int nanos = 0;
    for (int i = FRACTION_AT + 1; i <= FRACTION_AT + NANO_DIGITS; i++) {
      nanos = nanos * 10 + (i < end ? text.charAt(i) - '0' : 0);
    }
    return nanos;
  }

  private static int offsetSeconds(String text, int at) {
    char sign = text.charAt(at);
    if ((sign == 'Z' || sign == 'z') && text.length() == at + 1) {
      return 0;
    }
    if ((sign != '+' && sign != '-') || text.length() != at + 6) {
      throw wrong(text);
    }
    expect(text, at + 3, ':');
    int seconds = (bounded(text, at + 1, 23) * 60 + bounded(text, at + 4, 59)) * 60;
    if (seconds > ZoneOffset.MAX.getTotalSeconds()) {
      throw wrong(text);
    }
    return sign == '+' ? seconds : -seconds;
  }

  private static int bounded(String text, int from, int max) {
    int number = number(text, from, from + 2);
    if (number > max) {
      throw wrong(text);
    }
    return number;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      if (!isDigit(text.charAt(i))) {
        throw wrong(text);
      }
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static void expect(String text, int at, char c) {
    if (text.charAt(at) != c) {
      throw wrong(text);
    }
  }

  private static IllegalArgumentException wrong(String text) {
    return wrong(text, FORM);
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException(Shown.text(text) + " (expected: " + expected + ")");
  }
}
