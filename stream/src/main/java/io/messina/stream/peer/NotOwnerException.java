package io.messina.stream.peer;

import io.messina.stream.ShardId;

/**
 * Who was asked does not own the shard, or not yet, or no more: nothing was done. Ask the owner.
 */
public final class NotOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * An answer that tells nothing but that.
   *
   * @param shard the shard
   */
  public NotOwnerException(ShardId shard) {
    super(shard + ": not owned here", null, false, false);
  }
}
