package io.messina.stream.node;

import io.messina.stream.StreamException;

/**
 * Some shards have stored their part of an append, others have not, or may not. The same append
 * with the same idempotency keys stores the rest.
 */
public final class PartlyStoredException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final StreamException failure;
  private final transient AppendResult stored;

  PartlyStoredException(StreamException failure, AppendResult stored) {
    super(failure.getMessage(), failure);
    this.failure = failure;
    this.stored = stored;
  }

  /**
   * Why the rest is not stored: the gravest of the shards' answers. Where the fate of a part is not
   * known, that; then a refusal, which trying again does not mend.
   *
   * @return what is thrown where nothing is stored
   */
  public StreamException failure() {
    return failure;
  }

  /**
   * What is stored.
   *
   * @return with at least one event stored, and at least one not
   */
  public AppendResult stored() {
    return stored;
  }
}
