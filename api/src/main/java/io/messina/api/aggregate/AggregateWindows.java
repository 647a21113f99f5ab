package io.messina.api.aggregate;

import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** Windows of event time, and their retention. */
public record AggregateWindows(
    @Field(value = "length of a window", min = "1s", max = "36500d") Duration window,
    @Field(
            value =
                "time from the start of one window to the next; the length of a window if absent",
            min = "1s",
            max = "36500d")
        Optional<Duration> slide,
    @Field("time zone of windows of a day, as in Europe/Rome; UTC if absent") Optional<String> zone,
    @Field(
            value =
                "how much earlier than the newest event of its shard an event may be and still"
                    + " count",
            min = "0s",
            max = "31d",
            otherwise = "0s")
        Duration lateness,
    @Field(
            value = "time for which a window is kept after its end, by the time of events",
            min = "0s",
            max = "36500d",
            otherwise = "90d")
        Duration retention,
    @Field(
            value =
                "how far an event's time may be ahead of its append time; events further ahead are"
                    + " left out; 1d if absent, or the retention if that is shorter, but at least"
                    + " 1m",
            min = "0s",
            max = "36500d")
        Optional<Duration> maxAhead) {

  private static final Duration DAY = Duration.ofDays(1);

  /** The most windows that an event may be in. */
  public static final int OVERLAP_MAX = 100;

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
