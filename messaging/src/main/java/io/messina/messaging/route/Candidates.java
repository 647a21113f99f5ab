package io.messina.messaging.route;

import io.messina.api.message.AccountName;
import io.messina.api.message.connector.RouteOptions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What there is to choose from, as this process knows it. Safe for use by many threads. */
public interface Candidates {

  /** The routes, in the order of their names. */
  List<RouteOptions> routes();

  /** The connectors at this moment, by name. Each has a stream, or will have one soon. */
  Map<String, Candidate> connectors();

  /**
   * Makes known what others have created until now. Called where nothing fits.
   *
   * @param now the time; it may do nothing if it was called for the same time before
   * @throws RuntimeException if that cannot be found out: to be asked again
   */
  void refresh(Instant now);

  /**
   * A connector that may be chosen.
   *
   * @param generation of its definition
   * @param account whose messages alone it takes; empty for those of all accounts
   * @param breaker whether it is well
   * @param pacing how fast it is
   */
  record Candidate(int generation, Optional<AccountName> account, Breaker breaker, Pacing pacing) {}
}
