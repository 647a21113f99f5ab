package io.messina.server.access;

import io.messina.api.access.AuditOutcome;
import io.messina.api.access.TokenOptions;
import java.util.Optional;

/** Keeps a record of what operators did. */
@FunctionalInterface
public interface Audit {

  /** Keeps none. */
  Audit NONE = (_, _) -> {};

  /**
   * A request of an operator.
   *
   * @param token its name
   * @param operation its id in the description of the API
   * @param path of the request
   * @param client the address that it came from
   * @param created the options of the token that it makes, if it makes one
   */
  record Act(
      String token, String operation, String path, String client, Optional<TokenOptions> created) {}

  /** Keeps an act. Called before the request is answered; throws nothing. */
  void record(Act act, AuditOutcome outcome);
}
