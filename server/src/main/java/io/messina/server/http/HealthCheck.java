package io.messina.server.http;

import java.util.Optional;

/** Something without which the server is not ready. Safe for use by many threads. */
public interface HealthCheck {

  /**
   * Its name.
   *
   * @return as in {@code store}
   */
  String name();

  /**
   * Looks, within a second.
   *
   * @return one sentence about the trouble, or empty
   */
  Optional<String> trouble();

  /**
   * More to show if all is well.
   *
   * @return {@code ok}, or one sentence about a coming trouble
   */
  default String note() {
    return "ok";
  }

  /**
   * Whether requests of the API are refused at once, with its sentence, while there is trouble; it
   * then looks at memory only.
   */
  default boolean isVital() {
    return false;
  }
}
