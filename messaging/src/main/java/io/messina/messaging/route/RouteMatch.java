package io.messina.messaging.route;

import io.messina.api.message.MessageRecipient;
import io.messina.api.message.connector.RouteOptions;
import java.util.List;
import java.util.Optional;

/** Which route a message takes. */
final class RouteMatch {

  /** An account is more precise than any prefix. */
  private static final int ACCOUNT = 1_000;

  private RouteMatch() {}

  /** The most precise route; of equally precise ones the first. */
  static Optional<RouteOptions> best(List<RouteOptions> routes, MessageRecipient recipient) {
    return routes.stream()
        .filter(route -> fits(route, recipient))
        .reduce(
            (best, each) -> precision(each, recipient) > precision(best, recipient) ? each : best);
  }

  private static boolean fits(RouteOptions route, MessageRecipient recipient) {
    return recipient.channel() == route.channel()
        && route.account().map(recipient.account()::equals).orElse(true)
        && (route.prefixes().isEmpty()
            || route.prefixes().stream().anyMatch(recipient.to()::startsWith));
  }

  private static int precision(RouteOptions route, MessageRecipient recipient) {
    int prefix =
        route.prefixes().stream()
            .filter(recipient.to()::startsWith)
            .mapToInt(String::length)
            .max()
            .orElse(0);
    return (route.account().isPresent() ? ACCOUNT : 0) + prefix;
  }
}
