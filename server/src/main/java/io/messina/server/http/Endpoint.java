package io.messina.server.http;

/** Answers the requests of a route. Called on virtual threads, by many at once. */
@FunctionalInterface
public interface Endpoint {

  /**
   * Answers one request.
   *
   * @throws Exception if there is none: {@link io.messina.server.problem.Problems} tells what the
   *     client hears
   */
  void handle(Exchange exchange) throws Exception;
}
