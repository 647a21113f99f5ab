package io.messina.stream.owner;

import io.messina.stream.ShardId;
import java.util.Optional;

/**
 * The called node does not own the shard: not yet, no longer, or in another epoch. Nothing was
 * done; ask the owner.
 */
public final class NotOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ShardId shard;
  private final transient Optional<OwnerAddress> hint;

  /** Without a hint. */
  public NotOwnerException(ShardId shard) {
    this(shard, Optional.empty());
  }

  /**
   * @param shard that is not owned here
   * @param hint the owner, as far as the called node knows
   */
  public NotOwnerException(ShardId shard, Optional<OwnerAddress> hint) {
    super(shard + ": not owned here", null, false, false);
    this.shard = shard;
    this.hint = hint;
  }

  /** Returns the shard that the node does not own. */
  public ShardId shard() {
    return shard;
  }

  /** Returns the owner, as far as the called node knows; it may be another one by now. */
  public Optional<OwnerAddress> hint() {
    return hint;
  }
}
