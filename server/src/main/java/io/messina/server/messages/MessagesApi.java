package io.messina.server.messages;

import io.messina.api.message.connector.ConnectorName;
import io.messina.api.message.connector.ConnectorReport;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.usage.Usage;
import io.messina.server.definition.NodeReports;
import io.messina.server.definition.ReportSums;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.Route;
import java.util.List;

/** All routes about messages. Safe for use by many threads. */
public final class MessagesApi {

  private final Messaging messaging;
  private final List<Part> parts;

  /** Some of the routes. */
  interface Part {

    /** The routes. */
    List<Route> routes();
  }

  /** The API of the messaging of a node. */
  public MessagesApi(Messaging messaging, Usage usage) {
    this.messaging = messaging;
    this.parts =
        List.of(
            new MessagingDefinitions(
                messaging,
                new NodeReports<>(
                        messaging.streams().streams(),
                        "connector",
                        ConnectorReport.class,
                        name -> messaging.catalog().connector(new ConnectorName(name)),
                        messaging::report,
                        ReportSums.CONNECTORS)
                    ::report),
            new TemplateRoutes(messaging),
            new MessageRoutes(messaging),
            new ReceiptRoutes(messaging),
            new ReportRoutes(messaging),
            new SuppressionRoutes(messaging),
            new EndpointRoutes(messaging),
            new UnsubscribeRoutes(messaging),
            new UsageRoutes(messaging, usage));
  }

  /** The routes. */
  public List<Route> routes() {
    return parts.stream().flatMap(part -> part.routes().stream()).toList();
  }

  /** The checks of messaging. */
  public List<HealthCheck> checks() {
    return List.of(new MessagingCheck(messaging));
  }
}
