package io.messina.messaging.route;

import io.messina.api.message.AccountName;
import io.messina.api.message.connector.RouteOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The routes and connectors that a message can be sent by, as this process knows them. Safe for use
 * by many threads.
 */
public interface Candidates {

  /** The routes, in the order of their names. */
  List<RouteOptions> routes();

  /** The connectors at this moment, by name. Each has a stream, or will have one soon. */
  Map<String, Candidate> connectors();

  /**
   * Reads definitions of other nodes. Called if no route fits.
   *
   * @param now the time; repeated calls with the same time may do nothing
   * @throws RuntimeException if they cannot be read; the caller must ask again
   */
  void refresh(Instant now);

  /**
   * A connector that may be chosen.
   *
   * @param account the only account whose messages it takes; empty for all accounts
   * @param breaker of this process
   * @param pacing of this process
   */
  record Candidate(int generation, Optional<AccountName> account, Breaker breaker, Pacing pacing) {}
}
