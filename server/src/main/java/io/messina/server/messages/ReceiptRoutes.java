package io.messina.server.messages;

import io.messina.api.ProblemCode;
import io.messina.api.Shown;
import io.messina.api.message.connector.ConnectorName;
import io.messina.connectors.http.ReceiptCallback;
import io.messina.connectors.http.ReceiptException;
import io.messina.messaging.node.Messaging;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Callbacks of providers. Anyone can send them; signatures tell. */
final class ReceiptRoutes implements MessagesApi.Part {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptRoutes.class);
  private static final String RECEIPTS = "/v1/receipts/";

  private final Messaging messaging;

  ReceiptRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                RECEIPTS + "{connector}",
                "answerChallenge",
                "Answers a provider that asks whether it may call here, with its challenge.",
                this::answer)
            .query("hub.mode", "subscribe.")
            .query("hub.verify_token", "What the connector's receipts have as verify_token.")
            .query("hub.challenge", "What is answered, as text.")
            .answersPlain(200),
        Route.of(
                Verb.POST,
                RECEIPTS + "{connector}",
                "takeReceipts",
                "Takes the callback of a connector's provider, as the connector's receipts say."
                    + " What is answered 204 is durable; what is not may come again.",
                this::take)
            .takesTypes("application/json", "application/x-www-form-urlencoded")
            .answersPlain(204));
  }

  private void answer(Exchange exchange) {
    ConnectorName connector = exchange.path("connector", ConnectorName::new);
    String mode = exchange.query("hub.mode").orElse("");
    if (!mode.equals("subscribe")) {
      throw new ProblemException(
          ProblemCode.BAD_REQUEST, "hub.mode: " + Shown.text(mode) + " (expected: subscribe)");
    }
    String token = exchange.query("hub.verify_token").orElse("");
    String challenge = exchange.query("hub.challenge").orElse("");
    try {
      String answer = messaging.answer(connector, token, challenge);
      exchange.send(200, "text/plain", answer.getBytes(StandardCharsets.US_ASCII));
    } catch (ReceiptException e) {
      throw new ProblemException(code(e.fault()), String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw unreadable(connector, e);
    }
  }

  private static ProblemException unreadable(ConnectorName connector, IllegalArgumentException e) {
    LOG.warn("The receipts of {} cannot be taken: {}", connector, e.getMessage());
    return new ProblemException(
        ProblemCode.UNAVAILABLE,
        connector + ": its key cannot be read (expected: as the log of the server says)");
  }

  private void take(Exchange exchange) throws IOException {
    ConnectorName connector = exchange.path("connector", ConnectorName::new);
    messaging.requireReceipts(connector);
    String url =
        messaging
                .settings()
                .publicUrl()
                .map(Object::toString)
                .orElseGet(() -> "http://" + exchange.header("host").orElse("localhost"))
            + RECEIPTS
            + connector;
    try {
      messaging.receive(
          connector, new ReceiptCallback(url, exchange.allHeaders(), exchange.body()));
    } catch (ReceiptException e) {
      throw new ProblemException(code(e.fault()), String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw unreadable(connector, e);
    }
    exchange.sendNothing();
  }

  private static ProblemCode code(ReceiptException.Fault fault) {
    return switch (fault) {
      case UNSIGNED -> ProblemCode.BAD_SIGNATURE;
      case UNREADABLE -> ProblemCode.BAD_REQUEST;
    };
  }
}
