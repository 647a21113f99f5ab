package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;

/** A provider for tests: it accepts all messages and sends nothing. */
public record SandboxOptions(
    @Field(value = "duration of the sending of a message", min = "0s", max = "1m", otherwise = "0s")
        Duration delay) {

  public SandboxOptions {
    RecordField.check(SandboxOptions.class, delay);
  }
}
