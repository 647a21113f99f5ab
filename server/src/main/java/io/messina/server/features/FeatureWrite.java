package io.messina.server.features;

import io.messina.api.ProblemCode;
import io.messina.server.http.Endpoint;
import io.messina.server.problem.ProblemException;
import io.messina.store.StoreUnavailableException;

/**
 * Endpoints that write: if the store does not answer, the write may have been done, or may still
 * be.
 */
final class FeatureWrite {

  private FeatureWrite() {}

  static Endpoint of(Endpoint endpoint) {
    return exchange -> {
      try {
        endpoint.handle(exchange);
      } catch (StoreUnavailableException e) {
        throw new ProblemException(ProblemCode.UNKNOWN_OUTCOME, String.valueOf(e.getMessage()));
      }
    };
  }
}
