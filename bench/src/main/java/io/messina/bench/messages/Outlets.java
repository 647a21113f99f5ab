package io.messina.bench.messages;

import io.messina.api.message.protocol.HttpAnswers;
import io.messina.api.message.protocol.HttpLimits;
import io.messina.api.message.protocol.HttpOptions;
import io.messina.api.message.protocol.HttpSuccess;
import io.messina.api.message.protocol.HttpTemplates;
import io.messina.api.message.protocol.SmppLimits;
import io.messina.api.message.protocol.SmppOptions;
import io.messina.api.message.protocol.SmtpLimits;
import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.Connector;
import io.messina.connectors.Inbox;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import io.messina.connectors.http.HttpConnector;
import io.messina.connectors.smpp.SmppConnector;
import io.messina.connectors.smtp.SmtpConnector;
import io.messina.messaging.node.NodeConnectorTime;
import io.messina.runtime.SystemTime;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** The connectors to peers, as a definition of theirs makes them. */
final class Outlets {

  private static final Duration CALL = Duration.ofSeconds(30);
  private static final Secrets SECRETS = _ -> new Secret("secret");

  private Outlets() {}

  static Connector http(HttpPeer peer, int connections) {
    HttpOptions options =
        new HttpOptions(
            new HttpTemplates(
                "POST",
                "http://localhost:" + peer.port() + "/messages",
                Map.of("authorization", "Bearer {{secret.token}}"),
                Optional.of("{\"to\":\"{{to}}\",\"text\":\"{{text}}\"}")),
            HttpSuccess.DEFAULT,
            new HttpAnswers(
                Optional.of("/id"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of()),
            Optional.empty(),
            Map.of("token", "env:TOKEN"),
            new HttpLimits(connections, CALL, true));
    return new HttpConnector(options, SECRETS, InstantSource.system());
  }

  static Connector smpp(SmppPeer peer, int window) {
    SmppOptions options =
        SmppOptions.of("127.0.0.1", peer.port(), "bench", "env:PASSWORD")
            .limits(new SmppLimits(window, CALL, CALL));
    return new SmppConnector(
        options,
        SECRETS,
        new Inbox(_ -> {}, _ -> {}),
        new NodeConnectorTime(new SystemTime(Thread.ofVirtual().factory())),
        new SplittableRandom(1));
  }

  static Connector smtp(SmtpPeer peer, int connections) {
    SmtpOptions options =
        SmtpOptions.of(
                SmtpServer.of("localhost").at(peer.port(), SmtpTls.NONE),
                "Bench <bench@example.com>")
            .limits(SmtpLimits.DEFAULT.connectionsMax(connections));
    return new SmtpConnector(options, SECRETS, Clock.systemUTC());
  }
}
