package io.messina.messaging.send;

import io.messina.api.Backoff;
import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.message.connector.PaceOptions;
import io.messina.api.message.connector.SendOptions;
import io.messina.connectors.Connector;
import java.time.Duration;
import java.util.Optional;

/**
 * A connector in use.
 *
 * @param name of the connector
 * @param generation of its definition: another one may reach another provider
 * @param connector sends
 * @param options how it is used
 * @param pace how fast messages leave
 */
public record ConnectorInstance(
    String name, int generation, Connector connector, SendOptions options, PaceOptions pace) {

  /** How many calls fit into a lease. */
  private static final int CALLS = 3;

  /**
   * The group that sends.
   *
   * @param standing the lease of the group that is there. It never becomes shorter, since a call
   *     that was begun by it may be under way.
   */
  GroupOptions group(Optional<Duration> standing) {
    return GroupOptions.DEFAULT
        .delivery(Delivery.AT_MOST_ONCE)
        .lease(standing.filter(lease -> lease.compareTo(lease()) > 0).orElse(lease()))
        .maxAttempts(GroupOptions.ATTEMPTS_MAX)
        .backoff(options.backoff().orElse(Backoff.DEFAULT));
  }

  /** How long a claim holds, unless it is extended: a call fits into what is left of most. */
  private Duration lease() {
    Duration calls = options.timeout().multipliedBy(CALLS);
    return calls.compareTo(GroupOptions.LEASE_MIN) > 0 ? calls : GroupOptions.LEASE_MIN;
  }
}
