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
 * A running connector.
 *
 * @param generation of its definition: another one may reach another provider
 */
public record ConnectorInstance(
    String name, int generation, Connector connector, SendOptions options, PaceOptions pace) {

  /** The number of calls that fit into a lease. */
  private static final int CALLS = 3;

  /**
   * The options of the group that sends.
   *
   * @param standing the lease of the existing group. It never becomes shorter, since a call that
   *     began under it may still run.
   */
  GroupOptions group(Optional<Duration> standing) {
    return GroupOptions.DEFAULT
        .delivery(Delivery.AT_MOST_ONCE)
        .lease(standing.filter(lease -> lease.compareTo(lease()) > 0).orElse(lease()))
        .maxAttempts(GroupOptions.ATTEMPTS_MAX)
        .backoff(options.backoff().orElse(Backoff.DEFAULT));
  }

  /** The lease of a claim: a whole call fits into the rest of most leases. */
  private Duration lease() {
    Duration calls = options.timeout().multipliedBy(CALLS);
    return calls.compareTo(GroupOptions.LEASE_MIN) > 0 ? calls : GroupOptions.LEASE_MIN;
  }
}
