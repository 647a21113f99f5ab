package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;

/**
 * How much a bind takes, and how long it waits.
 *
 * @param window how many messages, or parts of long ones, may be without an answer at a time, for
 *     each bind
 * @param enquireLink after how long a silence the message centre is asked whether it is there
 * @param transactionTimer how long an answer may take; one that is not there by then is uncertain
 */
public record SmppLimits(
    @Field(
            value = "how many messages may wait for an answer at a time, for each bind",
            min = "1",
            max = "10000",
            otherwise = "100")
        int window,
    @Field(
            value = "after how long a silence to ask whether the other side is there",
            min = "1s",
            max = "1h",
            otherwise = "30s")
        Duration enquireLink,
    @Field(value = "how long an answer may take", min = "1s", max = "10m", otherwise = "30s")
        Duration transactionTimer) {

  /** 100 at a time, 30 s and 30 s. */
  public static final SmppLimits DEFAULT =
      new SmppLimits(100, Duration.ofSeconds(30), Duration.ofSeconds(30));

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public SmppLimits {
    RecordField.check(SmppLimits.class, window, enquireLink, transactionTimer);
  }
}
