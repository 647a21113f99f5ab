package io.messina.api.message.protocol;

import io.messina.api.Field;
import io.messina.api.RecordField;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A header by which a provider recognises a repeated mail, as Resend does by {@code Resend-
 * Idempotency-Key}.
 */
public record SmtpIdempotency(
    @Field(
            value =
                "header by which the provider recognises repeats; its value is the id of the"
                    + " message",
            min = "1",
            max = "64")
        String header,
    @Field(value = "time for which the provider recognises a repeat", min = "1s", max = "30d")
        Duration lifetime,
    @Field(
            "whether the provider refuses a repeat with other content; mails then have no date,"
                + " which the provider sets")
        boolean comparesBody) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]+");

  public SmtpIdempotency {
    RecordField.check(SmtpIdempotency.class, header, lifetime, comparesBody);
    if (!NAME.matcher(header).matches()) {
      throw new IllegalArgumentException(
          "header: another form (expected: letters, digits and hyphens)");
    }
  }
}
