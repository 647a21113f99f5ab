package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * How fast messages leave through a connector, in all processes together. They wait before the
 * connector, and hold up nobody else.
 *
 * @param perMinute of all messages; absent for no limit
 * @param perMinuteAndDomain of messages to one domain of mail; absent for no limit
 * @param warmUp how a new sender becomes as fast as that; absent if it begins with it
 */
public record PaceOptions(
    @Field(value = "how many messages leave in a minute at most", min = "1", max = PaceOptions.MOST)
        Optional<Integer> perMinute,
    @Field(
            value = "how many messages to one domain of mail leave in a minute at most",
            min = "1",
            max = PaceOptions.MOST)
        Optional<Integer> perMinuteAndDomain,
    @Field("how a new sender becomes as fast as that") Optional<WarmUp> warmUp) {

  static final String MOST = "60000000";

  /** As fast as it goes. */
  public static final PaceOptions FREE =
      new PaceOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * A checked pace.
   *
   * @throws io.messina.api.WireException if a value is out of bounds
   */
  public PaceOptions {
    RecordField.check(PaceOptions.class, perMinute, perMinuteAndDomain, warmUp);
  }

  /**
   * How many messages of all leave in a minute at most.
   *
   * @param at when
   * @return empty for no limit
   */
  public OptionalDouble perMinute(Instant at) {
    return DoubleStream.concat(
            perMinute.stream().mapToDouble(Integer::doubleValue),
            warmUp.stream().mapToDouble(it -> it.perMinute(at)))
        .min();
  }
}
