package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A header by which a provider recognises a mail that it is sent again, as Resend does by {@code
 * Resend-Idempotency-Key}. It carries the id of the message.
 *
 * @param header its name
 * @param lifetime how long after the first time the provider recognises it
 * @param comparesBody whether the provider refuses the same id with other content; mails then leave
 *     out what is different each time, the date, which the provider sets
 */
public record SmtpIdempotency(
    @Field(value = "the header by which the provider recognises repeats", min = "1", max = "64")
        String header,
    @Field(
            value = "how long after the first time the provider recognises a repeat",
            min = "1s",
            max = "30d")
        Duration lifetime,
    @Field("whether the provider refuses a repeat with other content") boolean comparesBody) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]+");

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if a value is out of bounds, or the header has another form
   */
  public SmtpIdempotency {
    RecordField.check(SmtpIdempotency.class, header, lifetime, comparesBody);
    if (!NAME.matcher(header).matches()) {
      throw new IllegalArgumentException(
          "header: another form (expected: letters, digits and hyphens)");
    }
  }
}
