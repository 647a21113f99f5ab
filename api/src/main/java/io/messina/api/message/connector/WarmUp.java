package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.time.Instant;

/**
 * How a sender that its receivers do not know yet becomes faster: at first a few messages, twice as
 * many after each while, up to the pace of the connector.
 *
 * @param since when it began
 * @param perMinute how many messages a minute it sent then
 * @param doubling after how long it sends twice as many
 */
public record WarmUp(
    @Field("when it began") Instant since,
    @Field(value = "how many messages a minute it sent then", min = "1", max = PaceOptions.MOST)
        int perMinute,
    @Field(
            value = "after how long it sends twice as many",
            min = "1m",
            max = "365d",
            otherwise = "1d")
        Duration doubling) {

  /**
   * A checked warm-up.
   *
   * @throws io.messina.api.WireException if a value is out of bounds
   */
  public WarmUp {
    RecordField.check(WarmUp.class, since, perMinute, doubling);
  }

  /**
   * How many messages a minute it sends.
   *
   * @param now the time; before the beginning as at the beginning
   * @return above 0, without a bound
   */
  public double perMinute(Instant now) {
    double seconds = Math.max(0, Duration.between(since, now).toSeconds());
    return perMinute * Math.pow(2, seconds / doubling.toSeconds());
  }
}
