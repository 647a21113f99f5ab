package io.messina.aggregate.window;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.LongStream;

/** Cuts event time into windows. Windows of one cut differ by their starts. Immutable. */
public sealed interface Windows {

  /** The number of windows that an event may be in. */
  int OVERLAP_MAX = 100;

  /**
   * The windows of an event.
   *
   * @param timeMillis of the event, since 1970
   * @return from the earliest, at least one
   */
  List<Window> of(long timeMillis);

  /**
   * The window that begins at a time.
   *
   * @param startMillis as a window of {@link #of} has it
   * @return that window
   */
  Window at(long startMillis);

  /**
   * The earliest window that contains a time or begins after it.
   *
   * @param timeMillis since 1970
   * @return its start; all that begin earlier have ended
   */
  default long firstOpen(long timeMillis) {
    return of(timeMillis).getFirst().startMillis();
  }

  /**
   * Windows that follow one another, from 1970 on.
   *
   * @param size at least 1 s
   */
  static Windows tumbling(Duration size) {
    return new Sliding(size.toMillis(), size.toMillis());
  }

  /**
   * Windows that overlap: one begins with each slide.
   *
   * @param size at least a slide, at most {@value #OVERLAP_MAX} slides
   * @param slide at least 1 s; the size is a multiple of it
   */
  static Windows sliding(Duration size, Duration slide) {
    return new Sliding(size.toMillis(), slide.toMillis());
  }

  /**
   * Days of a time zone, which have 23 to 25 hours where clocks are changed.
   *
   * @param zone whose midnights count
   */
  static Windows days(ZoneId zone) {
    return new Days(zone);
  }

  /**
   * Windows of the same length.
   *
   * @param sizeMillis of each
   * @param slideMillis from start to start
   */
  record Sliding(long sizeMillis, long slideMillis) implements Windows {

    private static final long SLIDE_MIN_MILLIS = 1_000;

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException if one is out of its bounds
     */
    public Sliding {
      if (slideMillis < SLIDE_MIN_MILLIS) {
        throw new IllegalArgumentException("slide: " + slideMillis + " ms (expected: from 1 s)");
      }
      if (sizeMillis % slideMillis != 0
          || sizeMillis < slideMillis
          || sizeMillis / slideMillis > OVERLAP_MAX) {
        throw new IllegalArgumentException(
            "size: %d ms (expected: 1 to %d times the slide of %d ms)"
                .formatted(sizeMillis, OVERLAP_MAX, slideMillis));
      }
    }

    @Override
    public List<Window> of(long timeMillis) {
      long last = Math.floorDiv(timeMillis, slideMillis) * slideMillis;
      if (sizeMillis == slideMillis) {
        return List.of(at(last));
      }
      return LongStream.iterate(
              last - sizeMillis + slideMillis, start -> start <= last, start -> start + slideMillis)
          .mapToObj(this::at)
          .toList();
    }

    @Override
    public Window at(long startMillis) {
      return new Window(startMillis, startMillis + sizeMillis);
    }
  }

  /**
   * Days.
   *
   * @param zone whose midnights count
   */
  record Days(ZoneId zone) implements Windows {

    /** Where clocks are set back over midnight, the day that has begun continues. */
    @Override
    public List<Window> of(long timeMillis) {
      LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(timeMillis), zone);
      Window window = day(day);
      return List.of(timeMillis < window.endMillis() ? window : day(day.plusDays(1)));
    }

    @Override
    public Window at(long startMillis) {
      return of(startMillis).getFirst();
    }

    private Window day(LocalDate day) {
      return new Window(start(day), start(day.plusDays(1)));
    }

    private long start(LocalDate day) {
      return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
  }
}
