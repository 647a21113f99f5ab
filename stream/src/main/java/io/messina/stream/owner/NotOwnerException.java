package io.messina.stream.owner;

import io.messina.stream.ShardId;

/**
 * The called node does not own the shard: not yet, or no longer. Nothing was done; ask the owner.
 */
public final class NotOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ShardId shard;

  public NotOwnerException(ShardId shard) {
    super(shard + ": not owned here", null, false, false);
    this.shard = shard;
  }

  /** Returns the shard that the node does not own. */
  public ShardId shard() {
    return shard;
  }
}
