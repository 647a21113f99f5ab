package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Wire;
import java.time.Duration;

/** Limits of a bind. */
public record SmppLimits(
    @Field(
            value = "maximum number of messages or parts without an answer, for each bind",
            min = "1",
            max = "10000",
            otherwise = "100")
        int window,
    @Field(
            value = "idle time after which the connection is checked",
            min = "1s",
            max = "1h",
            otherwise = "30s")
        Duration enquireLink,
    @Field(
            value = "longest wait for an answer; then the message is uncertain",
            min = "1s",
            max = "10m",
            otherwise = "30s")
        Duration transactionTimer) {

  /** 100 at a time, 30 s and 30 s. */
  public static final SmppLimits DEFAULT = Wire.defaults(SmppLimits.class);

  public SmppLimits {
    RecordField.check(SmppLimits.class, window, enquireLink, transactionTimer);
  }
}
