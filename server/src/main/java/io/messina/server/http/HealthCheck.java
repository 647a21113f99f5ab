package io.messina.server.http;

import java.util.Optional;

/** Something without which the server is not ready. Safe for use by many threads. */
public interface HealthCheck {

  /**
   * What is looked at.
   *
   * @return as in {@code store}
   */
  String name();

  /**
   * Looks, within a second.
   *
   * @return one sentence about what is wrong, or empty where all is well
   */
  Optional<String> trouble();
}
