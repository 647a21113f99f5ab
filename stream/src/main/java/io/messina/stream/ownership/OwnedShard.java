package io.messina.stream.ownership;

import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.FencedWriter;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;

/**
 * One ownership of a shard, from its take-over until it was released or lost. A process that takes
 * the shard again has another one. Safe for use by many threads, but for {@link #timestamps}.
 */
public final class OwnedShard {

  private final ShardId shard;
  private final int epoch;
  private final PartitionKey state;
  private final Membership membership;
  private final FencedWriter writer;
  private final ReservedTimestamps timestamps;
  private volatile boolean lost;
  private volatile boolean renewed;
  private volatile boolean released;

  OwnedShard(
      TakeOver claim, Membership membership, FencedSender sender, ReservedTimestamps timestamps) {
    this.shard = claim.shard();
    this.epoch = claim.epoch();
    this.membership = membership;
    this.timestamps = timestamps;
    this.state = claim.state();
    this.writer = new FencedWriter(sender, () -> !isLost(), state, claim.next());
  }

  /**
   * What is owned.
   *
   * @return the shard
   */
  public ShardId shard() {
    return shard;
  }

  /**
   * The number of this ownership.
   *
   * @return from 1, above those of all former owners
   */
  public int epoch() {
    return epoch;
  }

  /**
   * Where the shard's fenced state is.
   *
   * @return its partition
   */
  public PartitionKey state() {
    return state;
  }

  /**
   * Makes all writes to the shard's fenced state.
   *
   * @return the only writer of this ownership
   */
  public FencedWriter writer() {
    return writer;
  }

  /**
   * The write timestamps for the shard's PLAIN tables.
   *
   * @return for use by one thread at a time
   */
  public ReservedTimestamps timestamps() {
    return timestamps;
  }

  /**
   * Whether what had been written before this call may be acknowledged, and shown to consumers, at
   * this moment. Asked after each write has returned and before each acknowledgement: while it is
   * true nobody else has taken the shard.
   *
   * @return false for good once the shard is lost or let go, or its process has lost its place
   */
  public boolean mayAcknowledge() {
    return !lost && !released && membership.mayAcknowledge();
  }

  /**
   * Whether what was shown to consumers before may still be read here, and is all that there is:
   * also after the shard was given up, until somebody may have taken it.
   *
   * @return false for good once another process may have the shard
   */
  public boolean mayShow() {
    return !released && !writer.hasEnded() && membership.mayAcknowledge();
  }

  /**
   * Whether the shard is owned no more, and was not released.
   *
   * @return true for good once another has it or may have it
   */
  public boolean isLost() {
    return lost || membership.isLost();
  }

  /**
   * Ends this ownership without handing the shard over, as where its lane is closed. The process
   * takes the shard again, by the next epoch, if it still should own it.
   */
  public void giveUp() {
    lost = true;
  }

  /**
   * Has the shard released and taken again soon, as where its stream was changed: what is under way
   * is answered, and what is out with workers stays good.
   */
  public void renew() {
    renewed = true;
  }

  /** As in {@code edits~1/7 epoch 3}. */
  @Override
  public String toString() {
    return shard + " epoch " + epoch;
  }

  boolean isToBeRenewed() {
    return renewed;
  }

  boolean isGivenUp() {
    return lost;
  }

  /** Acknowledges no more, then writes that the shard is free; false if it was lost instead. */
  boolean release() {
    released = true;
    return writer.write(batch -> batch.set(ShardTable.RELEASED.of(true)))
        instanceof FencedWrite.Applied;
  }
}
