package io.messina.messaging.node;

import io.messina.api.Shown;
import io.messina.api.message.connector.RouteOptions;
import io.messina.messaging.recipient.Recipient;
import io.messina.runtime.RequestException;
import java.util.HashSet;
import java.util.Set;

/** Whether all that a route says has an effect. */
final class RouteCheck {

  private RouteCheck() {}

  /**
   * Checks a route.
   *
   * @throws RequestException.Refused if a prefix or a connector has no effect
   */
  static void check(RouteOptions route) {
    for (String prefix : route.prefixes()) {
      if (!Recipient.mayBegin(route.channel(), prefix)) {
        throw refused(
            "prefixes: " + Shown.text(prefix),
            "what a recipient of " + route.channel() + " begins with");
      }
    }
    Set<String> known = new HashSet<>(route.weights().keySet());
    for (String connector : route.fallback()) {
      if (!known.add(connector)) {
        throw refused("fallback: " + connector + " again", "what is neither in weights nor twice");
      }
    }
  }

  private static RequestException.Refused refused(String found, String expected) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.OUT_OF_BOUNDS, found + " (expected: " + expected + ")");
  }
}
