package io.messina.server.messages;

import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.message.AccountName;
import io.messina.api.message.Channel;
import io.messina.api.message.account.Suppression;
import io.messina.api.message.account.SuppressionOptions;
import io.messina.api.message.account.SuppressionPage;
import io.messina.messaging.NotDefinedException;
import io.messina.messaging.node.Messaging;
import io.messina.messaging.recipient.Suppressions;
import io.messina.server.http.Exchange;
import io.messina.server.http.Route;
import io.messina.server.http.Schema;
import io.messina.server.http.Verb;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The suppressed recipients of an account. */
final class SuppressionRoutes implements MessagesApi.Part {

  static final String ACCOUNT = "/v1/accounts/{account}";
  private static final String ALL = ACCOUNT + "/suppressions";
  private static final String ONE = ALL + "/{channel}/{recipient}";
  static final String LIMIT = "How many at most, from 1 to 10000; 1000 where absent.";
  static final String AFTER = "What the page before gave as next.";
  private static final String CHANNELS =
      Arrays.stream(Channel.values()).map(Channel::toString).collect(Collectors.joining(", "));
  private static final int LIMIT_MAX = 10_000;
  private static final int LIMIT_DEFAULT = 1_000;

  private final Messaging messaging;

  SuppressionRoutes(Messaging messaging) {
    this.messaging = messaging;
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.of(
                Verb.PUT,
                ONE,
                "createSuppression",
                "Says that a recipient gets nothing more of an account by a channel.",
                this::put)
            .takes(SuppressionOptions.class)
            .answers(Suppression.class, 200),
        Route.of(Verb.GET, ONE, "getSuppression", "Why a recipient gets nothing more.", this::get)
            .answers(Suppression.class, 200),
        Route.of(
                Verb.DELETE,
                ONE,
                "deleteSuppression",
                "Says that a recipient gets messages again; an endpoint that was disabled is tried"
                    + " again.",
                this::delete)
            .answersPlain(204),
        Route.of(
                Verb.GET,
                ALL,
                "listSuppressions",
                "Who gets nothing more of an account.",
                this::list)
            .query("channel", "Only by this one: email, sms, whatsapp, rcs or webhook.")
            .query("limit", LIMIT)
            .query("after", AFTER)
            .answers(Schema.answer("Suppressions", SuppressionPage.class), 200));
  }

  private void put(Exchange exchange) throws IOException {
    SuppressionOptions options = exchange.jsonIfAny().read(SuppressionOptions.class);
    Suppression now =
        messaging
            .suppressions()
            .put(account(exchange), channel(exchange), recipient(exchange), options.reason());
    exchange.sendJson(200, json -> Wire.write(json, now));
  }

  private void get(Exchange exchange) {
    Suppression found =
        messaging
            .suppressions()
            .find(account(exchange), channel(exchange), recipient(exchange))
            .orElseThrow(() -> absent(exchange));
    exchange.sendJson(200, json -> Wire.write(json, found));
  }

  private void delete(Exchange exchange) {
    if (!messaging
        .suppressions()
        .delete(account(exchange), channel(exchange), recipient(exchange))) {
      throw absent(exchange);
    }
    exchange.sendNothing();
  }

  private void list(Exchange exchange) {
    Optional<Channel> channel = exchange.query("channel", SuppressionRoutes::channel);
    Optional<Suppressions.Place> after = exchange.query("after", Suppressions.Place::parse);
    SuppressionPage page =
        messaging.suppressions().list(account(exchange), channel, after, limit(exchange));
    exchange.sendLargeJson(200, json -> Wire.write(json, page));
  }

  private AccountName account(Exchange exchange) {
    return account(messaging, exchange);
  }

  /** The account of the path, which must exist. */
  static AccountName account(Messaging messaging, Exchange exchange) {
    return messaging.catalog().account(exchange.path("account", AccountName::new)).name();
  }

  private static Channel channel(Exchange exchange) {
    return exchange.path("channel", SuppressionRoutes::channel);
  }

  private static Channel channel(String text) {
    return Arrays.stream(Channel.values())
        .filter(channel -> channel.toString().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Shown.text(text) + " (expected: one of " + CHANNELS + ")"));
  }

  private static String recipient(Exchange exchange) {
    return exchange.path("recipient");
  }

  static int limit(Exchange exchange) {
    return exchange.query("limit", 1, LIMIT_MAX).orElse(LIMIT_DEFAULT);
  }

  private static NotDefinedException absent(Exchange exchange) {
    return new NotDefinedException("suppression", recipient(exchange));
  }
}
