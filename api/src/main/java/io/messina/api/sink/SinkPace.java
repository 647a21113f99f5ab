package io.messina.api.sink;

import io.messina.api.Durations;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.time.Duration;
import java.util.Optional;

/**
 * How much a sink sends, and how soon again.
 *
 * @param batch how many events a request has
 * @param batchBytes how many bytes its body has; one event may be larger
 * @param perSecond how many events leave in a second, of all nodes together; absent for as many as
 *     go
 * @param backoffFirst how long after a first failure
 * @param backoffLongest how long after many
 */
public record SinkPace(
    @Field(
            value = "how many events a request has at most",
            min = "1",
            max = "1000",
            otherwise = "100")
        int batch,
    @Field(
            value = "how many bytes its body has at most; an event that is larger goes alone",
            min = "1024",
            max = "4194304",
            otherwise = "1048576")
        int batchBytes,
    @Field(
            value = "how many events leave in a second at most, from all nodes together",
            min = "1",
            max = "1000000")
        Optional<Integer> perSecond,
    @Field(
            value = "how long it waits after a failure; twice as long after each further one",
            min = "10ms",
            max = SinkPace.LONGEST,
            otherwise = "1s")
        Duration backoffFirst,
    @Field(
            value = "how long it waits at most, unless the answer says",
            min = "10ms",
            max = SinkPace.LONGEST,
            otherwise = "1m")
        Duration backoffLongest) {

  static final String LONGEST = "1h";

  /** The longest wait, also if an answer asks for more. */
  public static final Duration WAIT_MAX = Durations.parse(LONGEST);

  /** 100 events and 1 MiB, as fast as they go, again after 1 s to 1 min. */
  public static final SinkPace DEFAULT = Wire.defaults(SinkPace.class);

  /**
   * A checked pace.
   *
   * @throws WireException if a value is out of bounds
   */
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
