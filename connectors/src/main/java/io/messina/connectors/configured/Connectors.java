package io.messina.connectors.configured;

import io.messina.api.message.connector.ConnectorDefinition;
import io.messina.api.message.connector.ConnectorProtocol;
import io.messina.connectors.Connector;
import io.messina.connectors.ConnectorFactory;
import io.messina.connectors.ConnectorTime;
import io.messina.connectors.Inbox;
import io.messina.connectors.Secrets;
import io.messina.connectors.http.HttpConnector;
import io.messina.connectors.smpp.SmppConnector;
import io.messina.connectors.smtp.SmtpConnector;
import io.messina.connectors.webhook.WebhookConnector;
import java.time.Clock;
import java.util.random.RandomGenerator;

/**
 * The connectors of all protocols.
 *
 * @param secrets finds the secrets that definitions refer to
 * @param clock of headers and signatures
 * @param waiting by which binds of SMPP and the sandbox wait
 * @param random for the jitter of waits
 */
public record Connectors(
    Secrets secrets, Clock clock, ConnectorTime waiting, RandomGenerator random)
    implements ConnectorFactory {

  @Override
  public Connector open(ConnectorDefinition definition, Inbox inbox) {
    ConnectorProtocol protocol = definition.options().protocol();
    return protocol
        .smtp()
        .<Connector>map(smtp -> new SmtpConnector(smtp, secrets, clock))
        .or(() -> protocol.http().map(http -> new HttpConnector(http, secrets, clock)))
        .or(
            () ->
                protocol
                    .smpp()
                    .map(smpp -> new SmppConnector(smpp, secrets, inbox, waiting, random)))
        .or(() -> protocol.webhook().map(it -> new WebhookConnector(it, secrets, clock)))
        .or(() -> protocol.sandbox().map(it -> new SandboxConnector(it, waiting)))
        .orElseThrow();
  }

  @Override
  public void check(ConnectorProtocol protocol) {
    protocol.smtp().ifPresent(SmtpConnector::check);
    protocol.http().ifPresent(HttpConnector::check);
    protocol.smpp().ifPresent(SmppConnector::check);
  }
}
