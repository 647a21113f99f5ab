package io.messina.server.messages;

import io.messina.api.ProblemCode;
import io.messina.api.message.ConnectorName;
import io.messina.connectors.http.ReceiptCallback;
import io.messina.connectors.http.ReceiptException;
import io.messina.messaging.node.Messaging;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What providers call back. It may come from anybody; signatures tell. */
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
                Verb.POST,
                RECEIPTS + "{connector}",
                "takeReceipts",
                "Takes the callback of a connector's provider, as the connector's receipts say."
                    + " What is answered 204 is durable; what is not may come again.",
                this::take)
            .takesTypes("application/json", "application/x-www-form-urlencoded")
            .answersPlain(204));
  }

  private void take(Exchange exchange) throws IOException {
    ConnectorName connector = exchange.path("connector", ConnectorName::new);
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
      LOG.warn("The receipts of {} cannot be taken: {}", connector, e.getMessage());
      throw new ProblemException(
          ProblemCode.UNAVAILABLE,
          connector + ": its key cannot be read (expected: as the log of the server says)");
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
