package io.messina.connectors.smtp;

import io.messina.api.message.protocol.SmtpOptions;
import io.messina.api.message.protocol.SmtpServer;
import io.messina.api.message.protocol.SmtpTls;
import io.messina.connectors.Content;
import io.messina.connectors.OutgoingMessage;
import io.messina.connectors.Secret;
import io.messina.connectors.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** Mails and connectors that tests begin with. */
final class Mails {

  static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
  static final String SENDER = "Messina <news@example.com>";

  /** Longer than anything here takes. */
  static final Duration AMPLE = Duration.ofSeconds(60);

  /** For what waits until its end. */
  static final Duration SHORT = Duration.ofSeconds(2);

  private Mails() {}

  static OutgoingMessage mail(String id, String to) {
    return mail(id, to, new Content.Mail("Hello", Optional.of("Ciao.\n"), Optional.empty()));
  }

  static OutgoingMessage mail(String id, String to, Content content) {
    return new OutgoingMessage(id, Optional.empty(), to, content, Map.of(), Optional.empty());
  }

  static SmtpOptions inClear(int port) {
    return SmtpOptions.of(SmtpServer.of("localhost").at(port, SmtpTls.NONE), SENDER);
  }

  static SmtpConnector connector(ScriptedSmtpServer server) {
    return connector(inClear(server.port()));
  }

  static SmtpConnector connector(SmtpOptions options) {
    return new SmtpConnector(options, secrets(Map.of()), NOON);
  }

  static Secrets secrets(Map<String, String> byReference) {
    return reference -> {
      if (!byReference.containsKey(reference)) {
        throw new IllegalArgumentException(reference + ": absent (expected: a secret)");
      }
      return new Secret(byReference.get(reference));
    };
  }
}
