package io.messina.api.message.connector;

import io.messina.api.Backoff;
import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.time.Duration;
import java.util.Optional;

/** Options of sending through a connector. */
public record SendOptions(
    @Field(
            value = "maximum number of concurrent messages, in each process",
            min = "1",
            max = "1000",
            otherwise = "16")
        int concurrency,
    @Field(
            value = "longest duration of the sending of a message",
            min = "100ms",
            max = "10m",
            otherwise = "30s")
        Duration timeout,
    @Field(
            value =
                "time for which a message is tried again if the provider certainly does not have"
                    + " it; then another connector is chosen",
            min = "0s",
            max = "7d",
            otherwise = "24h")
        Duration retryFor,
    @Field("wait before a message is tried again; 1s to 1m if absent") Optional<Backoff> backoff) {

  /** 16 at a time, 30 s for each, tried for 24 hours. */
  public static final SendOptions DEFAULT = Wire.defaults(SendOptions.class);

  public SendOptions {
    RecordField.check(SendOptions.class, concurrency, timeout, retryFor, backoff);
  }
}
