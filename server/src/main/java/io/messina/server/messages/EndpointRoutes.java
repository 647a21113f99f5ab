package io.messina.server.messages;

import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.report.EndpointPage;
import io.messina.api.message.report.ReplayOptions;
import io.messina.api.message.report.Replayed;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.recipient.EndpointHealth;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.List;

/** The failing endpoints of an account's webhooks, and their replay. */
final class EndpointRoutes implements MessagesApi.Part {

  private final Messaging messaging;

  EndpointRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                SuppressionRoutes.ACCOUNT + "/endpoints",
                "listFailingEndpoints",
                "The endpoints of an account's webhooks that have taken nothing since they failed.",
                this::list)
            .query("limit", SuppressionRoutes.LIMIT)
            .query("after", SuppressionRoutes.AFTER)
            .answers(Schema.answer("Endpoints", EndpointPage.class), 200),
        Route.of(
                Verb.POST,
                SuppressionRoutes.ACCOUNT + "/replay",
                "replayWebhooks",
                "Sends the webhooks again that an endpoint has not taken, each as another message,"
                    + " once however often it is asked for.",
                this::replay)
            .takes(ReplayOptions.class)
            .answers(Replayed.class, 200));
  }

  private void list(Exchange exchange) {
    EndpointPage page =
        messaging
            .endpoints()
            .list(
                SuppressionRoutes.account(messaging, exchange),
                exchange.query("after", EndpointHealth::place),
                SuppressionRoutes.limit(exchange));
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }

  private void replay(Exchange exchange) throws IOException {
    AccountName account = SuppressionRoutes.account(messaging, exchange);
    ReplayOptions options = exchange.json().read(ReplayOptions.class);
    Replayed replayed = messaging.replay().replay(account, options);
    exchange.sendLargeJson(200, json -> Wire.write(json, replayed));
  }
}
