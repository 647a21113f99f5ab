package io.messina.aggregate.configured;

import io.messina.api.aggregate.AggregateName;

/** There is no such aggregate. Nothing was changed. */
public final class NoAggregateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * What is missing.
   *
   * @param name which was asked for
   */
  public NoAggregateException(AggregateName name) {
    super("aggregate: " + name + " (expected: one that was created)");
  }
}
