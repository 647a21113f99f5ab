package io.messina.api.message.connector;

import io.messina.api.Field;
import io.messina.api.WireException;
import io.messina.api.message.Channel;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.SandboxOptions;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.WebhookOptions;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a connector speaks: exactly one of these.
 *
 * @param smtp to a mail server, for email
 * @param http to an API over HTTP, for any channel
 * @param smpp to a message centre, for SMS
 * @param webhook to endpoints by Standard Webhooks, for webhooks
 * @param sandbox to nobody, for any channel, to try out
 */
public record ConnectorProtocol(
    @Field("to a mail server, for email") Optional<SmtpOptions> smtp,
    @Field("to an API over HTTP, for any channel") Optional<HttpOptions> http,
    @Field("to a message centre, for SMS") Optional<SmppOptions> smpp,
    @Field("to endpoints by Standard Webhooks, for webhooks") Optional<WebhookOptions> webhook,
    @Field("accepts everything and sends nothing, to try out") Optional<SandboxOptions> sandbox) {

  /**
   * Checked protocol.
   *
   * @throws WireException if there is none, or more than one
   */
  public ConnectorProtocol {
    long protocols =
        Stream.of(smtp, http, smpp, webhook, sandbox).filter(Optional::isPresent).count();
    if (protocols != 1) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "smtp, http, smpp, webhook, sandbox: %d of them (expected: one)".formatted(protocols));
    }
  }

  /**
   * Nobody, to try out.
   *
   * @param options of it
   * @return the protocol
   */
  public static ConnectorProtocol of(SandboxOptions options) {
    return new ConnectorProtocol(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(options));
  }

  /**
   * Whether it is made for a channel.
   *
   * @param channel which
   * @return whether messages of it can be sent
   */
  public boolean takes(Channel channel) {
    return http.isPresent()
        || sandbox.isPresent()
        || (channel == Channel.EMAIL && smtp.isPresent())
        || (channel == Channel.SMS && smpp.isPresent())
        || (channel == Channel.WEBHOOK && webhook.isPresent());
  }
}
