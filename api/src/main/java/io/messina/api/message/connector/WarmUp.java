package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.time.Instant;

/**
 * The growth of the pace of a new sender: it doubles at intervals, up to the pace of the connector.
 */
public record WarmUp(
    @Field("start of the warm-up") Instant since,
    @Field(
            value = "messages per minute at the start",
            min = "1",
            max = "" + PaceOptions.PER_MINUTE_MAX)
        int perMinute,
    @Field(value = "time after which the pace doubles", min = "1m", max = "365d", otherwise = "1d")
        Duration doubling) {

  public WarmUp {
    RecordField.check(WarmUp.class, since, perMinute, doubling);
  }

  /**
   * The messages per minute at a time.
   *
   * @param now the time; before the beginning as at the beginning
   * @return above 0, without a bound
   */
  public double perMinute(Instant now) {
    double seconds = Math.max(0, Duration.between(since, now).toSeconds());
    return perMinute * Math.pow(2, seconds / doubling.toSeconds());
  }
}
