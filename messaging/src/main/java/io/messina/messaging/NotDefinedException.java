package io.messina.messaging;

import io.messina.api.Shown;

/** There is no such account, connector, route or the like. Nothing was changed. */
public final class NotDefinedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * What is missing.
   *
   * @param what as in {@code account}
   * @param name which was asked for
   */
  public NotDefinedException(String what, String name) {
    super(what + ": " + Shown.text(name) + " (expected: one that was created)");
  }
}
