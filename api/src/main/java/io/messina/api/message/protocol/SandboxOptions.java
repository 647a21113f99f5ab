package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;

/**
 * A provider for trying out: it accepts everything and sends nothing.
 *
 * @param delay how long it takes for each message
 */
public record SandboxOptions(
    @Field(value = "how long it takes for each message", min = "0s", max = "1m", otherwise = "0s")
        Duration delay) {

  /**
   * Checked options.
   *
   * @throws io.messina.api.WireException if the delay is out of bounds
   */
  public SandboxOptions {
    RecordField.check(SandboxOptions.class, delay);
  }
}
