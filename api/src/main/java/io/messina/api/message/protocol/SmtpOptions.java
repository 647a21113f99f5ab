package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/** Options of a mail server by SMTP. Begin with {@link #of}. */
public record SmtpOptions(
    @JsonUnwrapped SmtpServer server,
    @Field(
            value = "sender of mails without one, as in Messina <news@example.com>",
            min = "3",
            max = "320")
        String from,
    @JsonUnwrapped SmtpLimits limits,
    @Field("key that signs mails by DKIM; none if absent") Optional<DkimOptions> dkim,
    @Field(
            value =
                "whether mails with an address to unsubscribe have it in their headers, by RFC 8058"
                    + " if it is HTTPS",
            otherwise = "true")
        boolean oneClickUnsubscribe,
    @Field("how the provider recognises repeats; it recognises none if absent")
        Optional<SmtpIdempotency> idempotency)
    implements SmtpOptionsWithers {

  public SmtpOptions {
    RecordField.check(
        SmtpOptions.class, server, from, limits, dkim, oneClickUnsubscribe, idempotency);
  }

  /** Mail without a signature, through a server that recognises no repeats. */
  public static SmtpOptions of(SmtpServer server, String from) {
    return new SmtpOptions(
        server, from, SmtpLimits.DEFAULT, Optional.empty(), true, Optional.empty());
  }
}
