package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The pace of a connector in all processes together. Messages over it wait before the connector,
 * and delay no others.
 */
public record PaceOptions(
    @Field(
            value = "maximum number of messages per minute; no limit if absent",
            min = "1",
            max = "" + PaceOptions.PER_MINUTE_MAX)
        Optional<Integer> perMinute,
    @Field(
            value =
                "maximum number of messages per minute to one domain of mail; no limit if absent",
            min = "1",
            max = "" + PaceOptions.PER_MINUTE_MAX)
        Optional<Integer> perMinuteAndDomain,
    @Field("growth of the pace of a new sender; full pace at once if absent")
        Optional<WarmUp> warmUp) {

  static final int PER_MINUTE_MAX = 60_000_000;

  /** No limit. */
  public static final PaceOptions FREE =
      new PaceOptions(Optional.empty(), Optional.empty(), Optional.empty());

  public PaceOptions {
    RecordField.check(PaceOptions.class, perMinute, perMinuteAndDomain, warmUp);
  }

  /**
   * The most messages per minute.
   *
   * @return empty for no limit
   */
  public OptionalDouble perMinute(Instant at) {
    return DoubleStream.concat(
            perMinute.stream().mapToDouble(Integer::doubleValue),
            warmUp.stream().mapToDouble(it -> it.perMinute(at)))
        .min();
  }
}
