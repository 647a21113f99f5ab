package io.messina.messaging;

import io.messina.api.Shown;

/** An account, connector, route or the like is not defined. Nothing was changed. */
public final class NotDefinedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Names the missing definition.
   *
   * @param what its kind, as in {@code account}
   */
  public NotDefinedException(String what, String name) {
    super(what + ": " + Shown.text(name) + " (expected: one that was created)");
  }
}
