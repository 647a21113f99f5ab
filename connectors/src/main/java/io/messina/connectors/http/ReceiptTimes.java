package io.messina.connectors.http;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Times as providers write them. */
final class ReceiptTimes {

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?");

  /** Above it, as seconds in the year 5138, a number is of milliseconds. */
  private static final BigDecimal SECONDS_MAX = new BigDecimal(99_999_999_999L);

  /** As ISO 8601, with a blank for the T, and offsets without a colon, as some write them. */
  private static final DateTimeFormatter LOOSE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' ']")
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT);

  private ReceiptTimes() {}

  /** Reads a time. An unreadable time is left out: the event matters more than its time. */
  static Optional<Instant> read(String text) {
    String plain = text.strip();
    if (NUMBER.matcher(plain).matches()) {
      return Optional.of(ofNumber(new BigDecimal(plain)));
    }
    return parsed(DateTimeFormatter.ISO_OFFSET_DATE_TIME, plain)
        .or(() -> parsed(LOOSE, plain))
        .or(() -> parsed(DateTimeFormatter.RFC_1123_DATE_TIME, plain));
  }

  private static Instant ofNumber(BigDecimal number) {
    BigDecimal seconds = number.compareTo(SECONDS_MAX) > 0 ? number.movePointLeft(3) : number;
    long whole = seconds.longValue();
    return Instant.ofEpochSecond(
        whole, seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
  }

  private static Optional<Instant> parsed(DateTimeFormatter form, String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text, form).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
