package io.messina.server.messages;

import io.messina.messaging.NotDefinedException;
import io.messina.messaging.node.Messaging;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where the links of mails lead. A program of mail sends the POST of RFC 8058; a person sees a page
 * with a button, since a program that only follows links must not unsubscribe anyone.
 */
final class UnsubscribeRoutes implements MessagesApi.Part {

  private static final String PATH = "/v1/unsubscribe/{message}";
  private static final String TOKEN = "What makes the link unguessable.";
  private static final String HTML = "text/html; charset=utf-8";

  private final Messaging messaging;

  UnsubscribeRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.GET,
                PATH,
                "showUnsubscribe",
                "A page with a button for whoever got a mail of a campaign.",
                this::show)
            .query("token", TOKEN)
            .answersPlain(200),
        Route.of(
                Verb.POST,
                PATH,
                "unsubscribe",
                "Ends the mails of the message's account to its recipient, by RFC 8058.",
                this::unsubscribe)
            .query("token", TOKEN)
            .takesTypes("application/x-www-form-urlencoded", "multipart/form-data")
            .answersPlain(200));
  }

  private void show(Exchange exchange) {
    String _ = genuine(exchange);
    send(
        exchange,
        "<p>Do you want to receive no more of these mails?</p>"
            + "<form method=\"post\"><button name=\"List-Unsubscribe\" value=\"One-Click\">"
            + "Unsubscribe</button></form>");
  }

  private void unsubscribe(Exchange exchange) throws IOException {
    String message = genuine(exchange);
    byte[] _ = exchange.body();
    if (!messaging.links().unsubscribe(message)) {
      throw new NotDefinedException("message", message);
    }
    send(exchange, "<p>You will receive no more of these mails.</p>");
  }

  private String genuine(Exchange exchange) {
    String message = exchange.path("message");
    if (!messaging.links().isGenuine(message, exchange.query("token").orElse(""))) {
      throw new NotDefinedException("link to unsubscribe", message);
    }
    return message;
  }

  private static void send(Exchange exchange, String content) {
    exchange.setHeader("cache-control", "no-store");
    exchange.setHeader("content-security-policy", "default-src 'none'; form-action 'self'");
    exchange.setHeader("referrer-policy", "no-referrer");
    String page =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width\">"
            + "<title>Unsubscribe</title><body>"
            + content
            + "</body></html>";
    exchange.send(200, HTML, page.getBytes(StandardCharsets.UTF_8));
  }
}
