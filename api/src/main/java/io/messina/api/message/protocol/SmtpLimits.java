package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;

/**
 * How many connections to a mail server there are, and how long it may be silent. Each message has
 * a time of its own for all of its exchange, which ends it earlier.
 *
 * @param connectionsMax how many connections there are at most, each for one message at a time
 * @param connectTimeout how long connecting may take
 * @param readTimeout how long the server may take for one answer
 * @param writeTimeout how long the server may take nothing of what is written
 * @param idleTimeout after how long without a message a connection is closed
 */
public record SmtpLimits(
    @Field(
            value = "how many connections there are at most",
            min = "1",
            max = "1000",
            otherwise = "10")
        int connectionsMax,
    @Field(
            value = "how long connecting may take",
            min = SmtpLimits.SHORTEST,
            max = "1m",
            otherwise = "10s")
        Duration connectTimeout,
    @Field(
            value = "how long the server may take for one answer",
            min = SmtpLimits.SHORTEST,
            max = SmtpLimits.LONGEST,
            otherwise = "1m")
        Duration readTimeout,
    @Field(
            value = "how long the server may take nothing of what is written",
            min = SmtpLimits.SHORTEST,
            max = SmtpLimits.LONGEST,
            otherwise = "1m")
        Duration writeTimeout,
    @Field(
            value = "after how long without a message a connection is closed",
            min = "1s",
            max = SmtpLimits.LONGEST,
            otherwise = "30s")
        Duration idleTimeout) {

  static final String SHORTEST = "100ms";
  static final String LONGEST = "10m";

  /** Ten connections; 10 s to connect, a minute to read and to write, 30 s idle. */
  public static final SmtpLimits DEFAULT =
      new SmtpLimits(
          10,
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(30));

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmtpLimits {
    RecordField.check(
        SmtpLimits.class, connectionsMax, connectTimeout, readTimeout, writeTimeout, idleTimeout);
  }

  /**
   * Sets how many connections there are at most.
   *
   * @param most from 1 to 1,000
   * @return changed limits
   */
  public SmtpLimits connectionsMax(int most) {
    return new SmtpLimits(most, connectTimeout, readTimeout, writeTimeout, idleTimeout);
  }

  /**
   * Sets how long the server may take for one answer.
   *
   * @param longest from 100 ms to 10 min
   * @return changed limits
   */
  public SmtpLimits readTimeout(Duration longest) {
    return new SmtpLimits(connectionsMax, connectTimeout, longest, writeTimeout, idleTimeout);
  }
}
