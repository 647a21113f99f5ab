package io.messina.api.message.account;

import io.messina.api.Field;
import io.messina.api.Shown;
import io.messina.api.WireException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.regex.Pattern;

/**
 * The hours of each day in which recipients get nothing, by their clocks. They may go past
 * midnight.
 *
 * @param from when they begin, from 00:00 to 23:59
 * @param to when they end, which is another time than that
 * @param zone where the clock is of recipients whose own time zone is not known, as in {@code
 *     Europe/Rome}
 */
public record QuietHours(
    @Field(value = "when they begin, as in 21:00", otherwise = "21:00") String from,
    @Field(value = "when they end, as in 08:00", otherwise = "08:00") String to,
    @Field("the time zone of recipients whose own is not known, as in Europe/Rome") String zone) {

  private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d");

  /**
   * Checked hours.
   *
   * @throws WireException if a time or the zone is none, or both times are the same
   */
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

  /**
   * When they begin.
   *
   * @return a time of day
   */
  public LocalTime begin() {
    return LocalTime.parse(from);
  }

  /**
   * When they end.
   *
   * @return a time of day; of the next day if it is before the beginning
   */
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
