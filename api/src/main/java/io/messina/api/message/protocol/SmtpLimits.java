package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.time.Duration;

/**
 * Limits of connections to a mail server. The time-out of a message may end its exchange earlier.
 */
public record SmtpLimits(
    @Field(
            value = "maximum number of connections, each for one message at a time",
            min = "1",
            max = "1000",
            otherwise = "10")
        int connectionsMax,
    @Field(
            value = "longest time to connect",
            min = SmtpLimits.SHORTEST,
            max = "1m",
            otherwise = "10s")
        Duration connectTimeout,
    @Field(
            value = "longest wait for an answer of the server",
            min = SmtpLimits.SHORTEST,
            max = SmtpLimits.LONGEST,
            otherwise = "1m")
        Duration readTimeout,
    @Field(
            value = "longest time for which the server accepts no bytes",
            min = SmtpLimits.SHORTEST,
            max = SmtpLimits.LONGEST,
            otherwise = "1m")
        Duration writeTimeout,
    @Field(
            value = "idle time after which a connection is closed",
            min = "1s",
            max = SmtpLimits.LONGEST,
            otherwise = "30s")
        Duration idleTimeout)
    implements SmtpLimitsWithers {

  static final String SHORTEST = "100ms";
  static final String LONGEST = "10m";

  /** Ten connections; 10 s to connect, a minute to read and to write, 30 s idle. */
  public static final SmtpLimits DEFAULT = Wire.defaults(SmtpLimits.class);

  public SmtpLimits {
    RecordField.check(
        SmtpLimits.class, connectionsMax, connectTimeout, readTimeout, writeTimeout, idleTimeout);
  }
}
