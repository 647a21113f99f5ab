package io.messina.api.message.account;

import io.messina.api.Field;
import io.messina.api.Shown;
import io.messina.api.WireException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.regex.Pattern;

/**
 * The hours of each day in which recipients get no messages, by their clocks. They may include
 * midnight.
 */
public record QuietHours(
    @Field(value = "start, as in 21:00, by the recipient's clock", otherwise = "21:00") String from,
    @Field(
            value = "end, as in 08:00, by the recipient's clock; may be on the next day",
            otherwise = "08:00")
        String to,
    @Field("time zone of recipients without a known one, as in Europe/Rome") String zone) {

  private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d");

  public QuietHours {
    checkTime("from", from);
    checkTime("to", to);
    if (from.equals(to)) {
      throw wrong("to", to, "another time than from");
    }
    try {
      ZoneId unused = ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw wrong("zone", zone, "a time zone as in Europe/Rome");
    }
  }

  /** When they begin. */
  public LocalTime begin() {
    return LocalTime.parse(from);
  }

  /** When they end. */
  public LocalTime end() {
    return LocalTime.parse(to);
  }

  private static void checkTime(String field, String time) {
    if (!TIME.matcher(time).matches()) {
      throw wrong(field, time, "a time of day as in 21:00");
    }
  }

  private static WireException wrong(String field, String value, String expected) {
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS,
        field + ": " + Shown.text(value) + " (expected: " + expected + ")");
  }
}
