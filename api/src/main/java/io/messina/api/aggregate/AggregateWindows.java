package io.messina.api.aggregate;

import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/**
 * How an aggregate cuts event time into windows, and how long it keeps them.
 *
 * @param window how long each is
 * @param slide from the start of one to the next; if absent, they follow one another
 * @param zone the time zone of days, of windows of a day only; if absent, UTC
 * @param lateness how much earlier than the newest event of its shard an event may be before the
 *     row of its window is final
 * @param retention how long a window is kept after its end, by event time
 * @param maxAhead how far an event's time may be ahead of its append time; what is further ahead is
 *     left out, lest a wrong clock ends all windows. At most the retention; if absent, a day, or
 *     the retention where that is shorter, but at least a minute
 */
public record AggregateWindows(
    @Field(value = "how long a window is", min = "1s", max = "36500d") Duration window,
    @Field(
            value = "from the start of one window to the next; the window's length if absent",
            min = "1s",
            max = "36500d")
        Optional<Duration> slide,
    @Field("the time zone of windows of a day, as in Europe/Rome; UTC if absent")
        Optional<String> zone,
    @Field(
            value = "how much earlier than the newest event of a shard an event in time may be",
            min = "0s",
            max = "31d",
            otherwise = "0s")
        Duration lateness,
    @Field(
            value = "how long a window is kept after its end, by the time of events",
            min = "0s",
            max = "36500d",
            otherwise = "90d")
        Duration retention,
    @Field(
            value =
                "how far an event's time may be ahead of its append time; 1d if absent, or the"
                    + " retention if that is shorter",
            min = "0s",
            max = "36500d")
        Optional<Duration> maxAhead) {

  private static final Duration DAY = Duration.ofDays(1);

  /** How many windows an event may be in. */
  public static final int OVERLAP_MAX = 100;

  /**
   * Checked windows.
   *
   * @throws WireException if one is out of bounds, or they do not go together
   */
  public AggregateWindows {
    RecordField.check(AggregateWindows.class, window, slide, zone, lateness, retention, maxAhead);
    slide.ifPresent(step -> checkSlide(window, step));
    zone.ifPresent(name -> checkZone(name, window, slide.isPresent()));
    if (retention.compareTo(lateness) < 0) {
      throw wrong("retention", Durations.format(retention), "at least the lateness");
    }
    maxAhead
        .filter(far -> far.compareTo(retention) > 0)
        .ifPresent(
            far -> {
              throw wrong("max_ahead", Durations.format(far), "at most the retention");
            });
  }

  private static void checkSlide(Duration window, Duration slide) {
    boolean isMultiple = slide.toMillis() > 0 && window.toMillis() % slide.toMillis() == 0;
    if (!isMultiple || window.toMillis() / slide.toMillis() > OVERLAP_MAX) {
      throw wrong(
          "slide",
          Durations.format(slide),
          "the window of %s divided by 1 to %d".formatted(Durations.format(window), OVERLAP_MAX));
    }
  }

  private static void checkZone(String name, Duration window, boolean slides) {
    if (!isZone(name)) {
      throw wrong("zone", name, "a time zone, as in Europe/Rome");
    }
    if (!window.equals(DAY) || slides) {
      throw wrong("zone", name, "absent, unless the window is 1d and has no slide");
    }
  }

  private static boolean isZone(String name) {
    try {
      ZoneId.of(name);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static WireException wrong(String name, String value, String expected) {
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS,
        "%s: %s (expected: %s)".formatted(name, value, expected));
  }
}
