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

/** The protocol of a connector: exactly one of these. */
public record ConnectorProtocol(
    @Field("a mail server, for email") Optional<SmtpOptions> smtp,
    @Field("an API over HTTP, for any channel") Optional<HttpOptions> http,
    @Field("a message centre, for SMS") Optional<SmppOptions> smpp,
    @Field("endpoints by Standard Webhooks, for webhooks") Optional<WebhookOptions> webhook,
    @Field("accepts all messages of any channel and sends nothing, for tests")
        Optional<SandboxOptions> sandbox) {

  public ConnectorProtocol {
    long protocols =
        Stream.of(smtp, http, smpp, webhook, sandbox).filter(Optional::isPresent).count();
    if (protocols != 1) {
      throw new WireException(
          WireException.Fault.ABSENT,
          "smtp, http, smpp, webhook, sandbox: %d of them (expected: one)".formatted(protocols));
    }
  }

  /** The sandbox. */
  public static ConnectorProtocol of(SandboxOptions options) {
    return new ConnectorProtocol(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(options));
  }

  /** Whether it can send messages of a channel. */
  public boolean takes(Channel channel) {
    return http.isPresent()
        || sandbox.isPresent()
        || (channel == Channel.EMAIL && smtp.isPresent())
        || (channel == Channel.SMS && smpp.isPresent())
        || (channel == Channel.WEBHOOK && webhook.isPresent());
  }
}
