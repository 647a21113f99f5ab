package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.time.Duration;

/** Limits of calls over HTTP. */
public record HttpLimits(
    @Field(
            value = "maximum number of concurrent requests",
            min = "1",
            max = "1000",
            otherwise = "64")
        int connections,
    @Field(
            value = "longest duration of an exchange, including the wait for a connection",
            min = "100ms",
            max = "2m",
            otherwise = "30s")
        Duration timeout,
    @Field(
            value = "whether addresses of this machine and of private networks may be called",
            otherwise = "false")
        boolean allowPrivate) {

  /** 64 connections, 30 seconds, public addresses only. */
  public static final HttpLimits DEFAULT = Wire.defaults(HttpLimits.class);

  public HttpLimits {
    RecordField.check(HttpLimits.class, connections, timeout, allowPrivate);
  }
}
