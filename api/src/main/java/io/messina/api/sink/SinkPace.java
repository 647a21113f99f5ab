package io.messina.api.sink;

import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.Optional;

/** The pace of a sink, and its waits after failures. */
public record SinkPace(
    @Field(
            value = "maximum number of events in a request",
            min = "1",
            max = "1000",
            otherwise = "100")
        int batch,
    @Field(
            value = "maximum bytes of a body; a larger event is sent alone",
            min = "1024",
            max = "4194304",
            otherwise = "1048576")
        int batchBytes,
    @Field(
            value =
                "maximum number of events per second, from all nodes together; no limit if absent",
            min = "1",
            max = "1000000")
        Optional<Integer> perSecond,
    @Field(
            value = "wait after a failure; it doubles with each further one",
            min = "10ms",
            max = SinkPace.LONGEST,
            otherwise = "1s")
        Duration backoffFirst,
    @Field(
            value = "longest wait, unless the answer asks for more",
            min = "10ms",
            max = SinkPace.LONGEST,
            otherwise = "1m")
        Duration backoffLongest) {

  static final String LONGEST = "1h";

  /** The longest wait, also if an answer asks for more. */
  public static final Duration WAIT_MAX = Durations.parse(LONGEST);

  /** 100 events and 1 MiB, at any rate, again after 1 s to 1 min. */
  public static final SinkPace DEFAULT = Wire.defaults(SinkPace.class);

  public SinkPace {
    RecordField.check(SinkPace.class, batch, batchBytes, perSecond, backoffFirst, backoffLongest);
    if (backoffFirst.compareTo(backoffLongest) > 0) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "backoff_first: %s (expected: up to backoff_longest, %s)"
              .formatted(Durations.format(backoffFirst), Durations.format(backoffLongest)));
    }
  }
}
