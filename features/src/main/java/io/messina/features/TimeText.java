package io.messina.features;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Times as texts of RFC 3339, of the years 0000 to 9999, with up to nine digits of a second. */
public final class TimeText {

  private static final Pattern FORM =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?([Zz]|[+-]\\d\\d:\\d\\d)");
  private static final int CHARS_SHOWN = 80;

  private TimeText() {}

  /**
   * Reads a time.
   *
   * @param text as in {@code 2015-09-12T00:46:58.771Z}, or with an offset
   * @return the time
   * @throws FeatureException.Refused where it is anything else
   */
  public static Instant parse(String text) {
    try {
      if (FORM.matcher(text).matches()) {
        return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant();
      }
    } catch (DateTimeException _) {
      // It is of the form, but there is no such day or hour.
    }
    throw new FeatureException.Refused(
        FeatureException.Refused.Reason.WRONG_TYPE,
        "time: "
            + text.substring(0, Math.min(text.length(), CHARS_SHOWN))
            + " (expected: RFC 3339, as in 2015-09-12T00:46:58.771Z)");
  }
}
