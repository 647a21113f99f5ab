package io.messina.api.message.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Field;
import io.messina.api.RecordField;
import java.util.Optional;

/**
 * How mail is sent through a mail server by SMTP. Made of {@link #of} by naming what shall be
 * otherwise.
 *
 * @param server where to, and as whom
 * @param from the sender of mails that name none, as in {@code Messina <news@example.com>}
 * @param limits how many connections, how long they may take
 * @param dkim by which key mails are signed; empty to leave that to the server
 * @param oneClickUnsubscribe whether mails that can be unsubscribed from say how in their headers,
 *     by RFC 8058 if their address is of HTTPS
 * @param idempotency how the provider recognises repeats; empty if it does not
 */
public record SmtpOptions(
    @JsonUnwrapped SmtpServer server,
    @Field(value = "the sender of mails that name none", min = "3", max = "320") String from,
    @JsonUnwrapped SmtpLimits limits,
    @Field("by which key mails are signed") Optional<DkimOptions> dkim,
    @Field(value = "whether headers say how to unsubscribe with one click", otherwise = "true")
        boolean oneClickUnsubscribe,
    @Field("how the provider recognises repeats") Optional<SmtpIdempotency> idempotency) {

  /**
   * Checked options.
   *
   * @throws IllegalArgumentException if the sender is out of bounds
   */
  public SmtpOptions {
    RecordField.check(
        SmtpOptions.class, server, from, limits, dkim, oneClickUnsubscribe, idempotency);
  }

  /**
   * Mail without a signature, through a server that recognises no repeats.
   *
   * @param server where to, and as whom
   * @param from the sender of mails that name none
   * @return the options
   */
  public static SmtpOptions of(SmtpServer server, String from) {
    return new SmtpOptions(
        server, from, SmtpLimits.DEFAULT, Optional.empty(), true, Optional.empty());
  }

  /**
   * Sets how many connections there are, and how long they may take.
   *
   * @param bounds all of it
   * @return changed options
   */
  public SmtpOptions limits(SmtpLimits bounds) {
    return new SmtpOptions(server, from, bounds, dkim, oneClickUnsubscribe, idempotency);
  }

  /**
   * Sets by which key mails are signed.
   *
   * @param signing the key
   * @return changed options
   */
  public SmtpOptions dkim(DkimOptions signing) {
    return new SmtpOptions(
        server, from, limits, Optional.of(signing), oneClickUnsubscribe, idempotency);
  }

  /**
   * Sets whether mails say how to unsubscribe.
   *
   * @param told whether they do
   * @return changed options
   */
  public SmtpOptions oneClickUnsubscribe(boolean told) {
    return new SmtpOptions(server, from, limits, dkim, told, idempotency);
  }

  /**
   * Sets how the provider recognises repeats.
   *
   * @param recognition the header
   * @return changed options
   */
  public SmtpOptions idempotency(SmtpIdempotency recognition) {
    return new SmtpOptions(
        server, from, limits, dkim, oneClickUnsubscribe, Optional.of(recognition));
  }
}
