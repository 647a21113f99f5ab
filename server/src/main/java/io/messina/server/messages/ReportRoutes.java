package io.messina.server.messages;

import io.messina.api.Cancelled;
import io.messina.api.ProblemCode;
import io.messina.api.Wire;
import io.messina.api.access.Action;
import io.messina.api.access.Resource;
import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessagePage;
import io.messina.api.message.MessageQuery;
import io.messina.api.message.MessageReport;
import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.report.Resolved;
import io.messina.api.message.report.ResolvedSome;
import io.messina.api.message.report.Resolving;
import io.messina.api.message.report.ResolvingSome;
import io.messina.api.message.report.UncertainPage;
import io.messina.messaging.NotDefinedException;
import io.messina.messaging.accept.MessageIds;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.send.Sender;
import io.messina.runtime.RequestException;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import io.messina.server.problem.ProblemException;
import io.messina.stream.EventAddress;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The outcomes of messages, and decisions about them. */
final class ReportRoutes implements MessagesApi.Part {

  private static final String ALL = "/v1/messages";
  private static final String ONE = ALL + "/{message}";
  private static final int UNCERTAIN_MAX = 1_000;
  private static final int UNCERTAIN_DEFAULT = 100;

  private final Messaging messaging;

  ReportRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                ALL,
                "searchMessages",
                "The messages of a campaign, or to a recipient, in the order of their ids. With a"
                    + " state a page may be short without being the last.",
                this::search)
            .query(MessageQuery.class)
            .answers(Schema.answer("Messages", MessagePage.class), 200),
        Route.of(
                Verb.GET,
                ONE,
                "getMessage",
                "How far a message has come, and what happened to it.",
                this::get)
            .answers(Schema.answer("Message", MessageReport.class), 200),
        Route.of(
                Verb.POST,
                ONE + "/cancel",
                "cancelMessage",
                "Takes a message back that waits for its time; 409 once sending has begun.",
                this::cancel)
            .answers(Cancelled.class, 200),
        Route.of(
                Verb.POST,
                ONE + "/resolve",
                "resolveMessage",
                "Says of an uncertain message that it was sent, that it was refused, or that it"
                    + " shall be sent again; 409 while its call may be under way.",
                this::resolve)
            .takes(Resolving.class)
            .answers(Resolved.class, 200),
        Route.of(
                Verb.GET,
                "/v1/connectors/{connector}/uncertain",
                "listUncertainMessages",
                "The messages of which nobody knows whether the connector's provider has them.",
                this::uncertain)
            .query("limit", "How many at most, from 1 to 1000; 100 where absent.")
            .query("after", "What the page before gave as next.")
            .answers(Schema.answer("UncertainMessages", UncertainPage.class), 200),
        Route.of(
                Verb.POST,
                "/v1/connectors/{connector}/uncertain/resolve",
                "resolveUncertainMessages",
                "Says of a page of the uncertain messages of a connector that they were sent, that"
                    + " they were refused, or that they shall be sent again.",
                this::resolveSome)
            .takes(ResolvingSome.class)
            .answers(ResolvedSome.class, 200));
  }

  private void search(Exchange exchange) {
    MessageQuery query = exchange.query(MessageQuery.class);
    exchange.caller().require(Resource.MESSAGES, query.account().toString(), Action.READ);
    var _ = exchange.query("after", MessageIds::checked);
    var _ = messaging.catalog().account(query.account());
    exchange.sendLargeJson(200, json -> Wire.write(json, messaging.log().search(query)));
  }

  private void get(Exchange exchange) {
    MessageReport report = report(exchange, Action.READ);
    exchange.sendJson(200, json -> Wire.write(json, report));
  }

  /** The message of the path, if the caller may use those of its account so. */
  private MessageReport report(Exchange exchange, Action action) {
    MessageReport report = report(exchange.path("message"));
    String account = report.events().getFirst().recipient().account().toString();
    // Whose message it is, is not for others to know.
    if (!exchange.caller().may(Resource.MESSAGES, account, action)) {
      throw exchange.caller().forbidden(Resource.MESSAGES + ":…:" + action);
    }
    return report;
  }

  private MessageReport report(String message) {
    return messaging.find(message).orElseThrow(() -> new NotDefinedException("message", message));
  }

  private void cancel(Exchange exchange) {
    String message = exchange.path("message");
    if (!exchange.caller().may(Resource.MESSAGES, "*", Action.MANAGE)) {
      var _ = report(exchange, Action.MANAGE);
    }
    if (!messaging.cancel(message)) {
      throw conflict(message + ": is " + report(message).state(), "one that waits for its time");
    }
    exchange.sendJson(200, json -> Wire.write(json, new Cancelled(true)));
  }

  private void resolve(Exchange exchange) throws IOException {
    String message = exchange.path("message");
    Resolving resolving = exchange.json().read(Resolving.class);
    MessageReport report = report(exchange, Action.MANAGE);
    String connector =
        report.events().stream()
            .filter(event -> event.kind() == MessageEventKind.UNCERTAIN)
            .max(Comparator.comparingInt(MessageEvent::hop))
            .flatMap(event -> event.details().connector())
            .orElseThrow(() -> notUncertain(report));
    if (!sender(connector).uncertain().resolve(message, resolving.as())) {
      throw conflict(
          message + ": is not, or no more, among the uncertain ones of " + connector,
          "one that is listed there");
    }
    exchange.sendJson(200, json -> Wire.write(json, new Resolved(message, resolving.as())));
  }

  private void uncertain(Exchange exchange) {
    ConnectorName connector = exchange.path("connector", ConnectorName::new);
    int limit = exchange.query("limit", 1, UNCERTAIN_MAX).orElse(UNCERTAIN_DEFAULT);
    Optional<EventAddress> after = exchange.query("after", EventAddress::parse);
    var _ = messaging.catalog().connector(connector);
    UncertainPage page = sender(connector.value()).uncertain().list(limit, after);
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }

  private void resolveSome(Exchange exchange) throws IOException {
    ConnectorName connector = exchange.path("connector", ConnectorName::new);
    ResolvingSome wanted = exchange.json().read(ResolvingSome.class);
    wanted.after().ifPresent(ReportRoutes::checkPlace);
    var _ = messaging.catalog().connector(connector);
    ResolvedSome resolved = sender(connector.value()).uncertain().resolve(wanted);
    exchange.sendJson(200, json -> Wire.write(json, resolved));
  }

  private static void checkPlace(String after) {
    try {
      EventAddress _ = EventAddress.parse(after);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, "after: " + e.getMessage());
    }
  }

  private Sender sender(String connector) {
    return messaging
        .sender(connector)
        .orElseThrow(
            () -> new RequestException.Unavailable(connector + ": does not run on this node now"));
  }

  private static ProblemException notUncertain(MessageReport report) {
    return conflict(report.message() + ": is " + report.state(), "one that is uncertain");
  }

  private static ProblemException conflict(String found, String expected) {
    return new ProblemException(ProblemCode.CONFLICT, found + " (expected: " + expected + ")");
  }
}
