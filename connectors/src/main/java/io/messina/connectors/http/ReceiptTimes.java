package io.messina.connectors.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Times as providers write them. */
final class ReceiptTimes {

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");
  private static final Pattern MILLIS = Pattern.compile("[0-9]{11,15}");

  private ReceiptTimes() {}

  /** A time that cannot be read is left out: what happened matters more than when. */
  static Optional<Instant> read(String text) {
    if (SECONDS.matcher(text).matches()) {
      return Optional.of(Instant.ofEpochSecond(Long.parseLong(text)));
    } else if (MILLIS.matcher(text).matches()) {
      return Optional.of(Instant.ofEpochMilli(Long.parseLong(text)));
    }
    return parsed(DateTimeFormatter.ISO_OFFSET_DATE_TIME, text)
        .or(() -> parsed(DateTimeFormatter.RFC_1123_DATE_TIME, text));
  }

  private static Optional<Instant> parsed(DateTimeFormatter form, String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text, form).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
