package io.messina.aggregate;

import io.messina.aggregate.state.SourceTime;
import io.messina.aggregate.state.SourceTimes;
import java.util.Arrays;
import java.util.List;

/**
 * The event time that all sources together have reached: the lowest watermark of the sources that
 * do not rest, or if all do, the highest. Unknown until each was heard of. For one thread.
 */
final class SourceClock {

  private final SourceTime[] times;
  private long together;

  SourceClock(int sources, SourceTimes before) {
    this.times = new SourceTime[sources];
    Arrays.setAll(times, before::of);
    this.together = lookAround();
  }

  /** Returns how far all have come; the lowest long while that is not known. */
  long reached(int source, SourceTime reached) {
    SourceTime before = times[source];
    times[source] = before.and(reached);
    if (before.watermarkMillis() <= together || before.rests() || times[source].rests()) {
      together = lookAround();
    }
    return together;
  }

  private long lookAround() {
    return Arrays.stream(times)
        .filter(time -> !time.rests())
        .mapToLong(SourceTime::watermarkMillis)
        .min()
        .orElseGet(
            () ->
                Arrays.stream(times)
                    .mapToLong(SourceTime::watermarkMillis)
                    .max()
                    .orElse(Long.MIN_VALUE));
  }

  SourceTimes times() {
    return new SourceTimes(List.of(times));
  }
}
