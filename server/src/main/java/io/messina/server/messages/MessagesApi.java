package io.messina.server.messages;

import io.messina.messaging.node.Messaging;
import io.messina.messaging.usage.Usage;
import io.messina.server.http.HealthCheck;
import io.messina.server.http.Route;
import java.util.List;

/** All routes about messages. Safe for use by many threads. */
public final class MessagesApi {

  private final Messaging messaging;
  private final List<Part> parts;

  /** Some of the routes. */
  interface Part {

    /** What it answers. */
    List<Route> routes();
  }

  /**
   * The API of the messaging of a node.
   *
   * @param messaging what there is
   * @param usage what is counted of it
   */
  public MessagesApi(Messaging messaging, Usage usage) {
    this.messaging = messaging;
    this.parts =
        List.of(
            new MessagingDefinitions(messaging),
            new TemplateRoutes(messaging),
            new MessageRoutes(messaging),
            new ReceiptRoutes(messaging),
            new ReportRoutes(messaging),
            new SuppressionRoutes(messaging),
            new EndpointRoutes(messaging),
            new UnsubscribeRoutes(messaging),
            new UsageRoutes(messaging, usage));
  }

  /**
   * What it answers.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<Route> routes() {
    return parts.stream().flatMap(part -> part.routes().stream()).toList();
  }

  /**
   * What must be so for messages to go on.
   *
   * @return for {@link io.messina.server.http.MessinaServer}
   */
  public List<HealthCheck> checks() {
    return List.of(new MessagingCheck(messaging));
  }
}
