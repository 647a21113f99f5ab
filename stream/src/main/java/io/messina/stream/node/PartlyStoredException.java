package io.messina.stream.node;

import io.messina.runtime.RequestException;

/**
 * Some shards have stored their part of an append; others have not, or may not have. Repeating the
 * append with the same idempotency keys stores the rest.
 */
public final class PartlyStoredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final RequestException failure;
  private final transient AppendResult stored;

  PartlyStoredException(RequestException failure, AppendResult stored) {
    super(failure.getMessage(), failure);
    this.failure = failure;
    this.stored = stored;
  }

  /**
   * Returns why the rest is not stored, the most severe answer of the shards: first an unknown
   * result, then a refusal, which a repeat would meet again.
   *
   * @return the exception that would be thrown if nothing were stored
   */
  public RequestException failure() {
    return failure;
  }

  /** Returns which events are stored: at least one is, and at least one is not. */
  public AppendResult stored() {
    return stored;
  }
}
