package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.WireException;
import java.time.Duration;

/**
 * How much, how long and where to a connector may ask.
 *
 * @param connections how many requests may be under way at the same time
 * @param timeout how long an exchange may take in all, with waiting for a connection
 * @param allowPrivate whether it may ask addresses that the Internet does not have, as of this
 *     machine and its network
 */
public record HttpLimits(
    @Field(
            value = "how many requests may be under way at the same time",
            min = "1",
            max = "1000",
            otherwise = "64")
        int connections,
    @Field(
            value = "how long an exchange may take in all",
            min = "100ms",
            max = "2m",
            otherwise = "30s")
        Duration timeout,
    @Field(
            value = "whether addresses of this machine and of private networks may be asked",
            otherwise = "false")
        boolean allowPrivate) {

  /** 64 connections, 30 seconds, public addresses only. */
  public static final HttpLimits DEFAULT = new HttpLimits(64, Duration.ofSeconds(30), false);

  /**
   * Checked limits.
   *
   * @throws WireException if one is out of its bounds
   */
  public HttpLimits {
    RecordField.check(HttpLimits.class, connections, timeout, allowPrivate);
  }
}
