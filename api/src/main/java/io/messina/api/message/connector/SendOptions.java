package io.messina.api.message.connector;

import io.messina.api.Backoff;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.Optional;

/**
 * How a connector is used.
 *
 * @param concurrency how many messages are with the provider at a time, in each process
 * @param timeout how long the sending of one may take
 * @param retryFor how long a message is tried again that the provider certainly does not have;
 *     after that another connector is chosen
 * @param backoff how long it waits between; as {@link Backoff#DEFAULT} if absent
 */
public record SendOptions(
    @Field(
            value = "how many messages are with the provider at a time, in each process",
            min = "1",
            max = "1000",
            otherwise = "16")
        int concurrency,
    @Field(
            value = "how long the sending of a message may take",
            min = "100ms",
            max = "10m",
            otherwise = "30s")
        Duration timeout,
    @Field(
            value =
                "how long a message is tried again that the provider certainly does not have;"
                    + " after that another connector is chosen",
            min = "0s",
            max = "7d",
            otherwise = "24h")
        Duration retryFor,
    @Field("how long it waits before it is tried again") Optional<Backoff> backoff) {

  /** 16 at a time, 30 s for each, tried for 24 hours. */
  public static final SendOptions DEFAULT =
      new SendOptions(16, Duration.ofSeconds(30), Duration.ofHours(24), Optional.empty());

  /**
   * Checked options.
   *
   * @throws io.messina.api.WireException if a value is out of bounds
   */
  public SendOptions {
    RecordField.check(SendOptions.class, concurrency, timeout, retryFor, backoff);
  }
}
