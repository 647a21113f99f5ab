package io.messina.stream.ownership;

import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.FencedWriter;
import io.messina.store.PartitionKey;
import io.messina.stream.ShardId;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One ownership of a shard, from its take-over until it was released or lost. If a process takes
 * the shard again, that is another ownership. Safe for use by many threads.
 */
public final class OwnedShard {

  private final TakeOver claim;
  private final Membership membership;
  private final FencedWriter writer;
  private final ReservedTimestamps timestamps;
  private volatile boolean lost;
  private volatile boolean renewed;
  private volatile boolean released;

  OwnedShard(
      TakeOver claim, Membership membership, FencedSender sender, ReservedTimestamps timestamps) {
    this.claim = claim;
    this.membership = membership;
    this.timestamps = timestamps;
    this.writer = new FencedWriter(sender, () -> !isLost(), claim.state(), claim.next());
  }

  /** Returns the owned shard. */
  public ShardId shard() {
    return claim.shard();
  }

  /** Returns the number of this ownership, from 1, higher than those of all former owners. */
  public int epoch() {
    return claim.epoch();
  }

  /** Returns the partition of the shard's fenced state. */
  public PartitionKey state() {
    return claim.state();
  }

  /**
   * Returns the only writer of this ownership, which makes all writes to the shard's fenced state.
   */
  public FencedWriter writer() {
    return writer;
  }

  /** Returns the write timestamps for the shard's PLAIN tables. */
  public ReservedTimestamps timestamps() {
    return timestamps;
  }

  /**
   * Returns whether data that was written before this call may be acknowledged, and shown to
   * consumers. Must be called after each plain write has returned and before each acknowledgement:
   * if it is true, whoever owns the shard next sees that data. Waits for a read of the store where
   * other processes can use it.
   *
   * @return false permanently once the shard is lost or released, or its process has lost its lease
   */
  public boolean mayAcknowledge() {
    return isAlive() && isHeld();
  }

  private boolean isHeld() {
    return !lost && !released;
  }

  private boolean isAlive() {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    membership.confirm(answer::complete);
    return answer.join();
  }

  /**
   * Asks as {@link #mayAcknowledge} does, without waiting.
   *
   * @param answer is called once, in the order of the calls, by this or another thread; it must
   *     return soon, and throw nothing
   */
  public void confirm(Consumer<Boolean> answer) {
    membership.confirm(alive -> answer.accept(alive && isHeld()));
  }

  /**
   * Returns whether what was computed before this call, from what is visible here, was true: no
   * other process had the shard. Waits as {@link #mayAcknowledge} does; may be true even after the
   * shard was given up.
   *
   * @return false permanently once another process may have the shard
   */
  public boolean isCurrent() {
    return isAlive() && mayShow();
  }

  /**
   * Returns whether events that were visible before may still be read here, and are all that exist,
   * as far as the clocks of this process tell. That may be so even after the shard was given up,
   * until another process may have taken it.
   *
   * @return false permanently once another process may have the shard
   */
  public boolean mayShow() {
    return !released && !writer.hasEnded() && membership.holdsLease();
  }

  /**
   * Returns whether the shard is no longer owned, and was not released.
   *
   * @return true permanently once another process has it or may have it
   */
  public boolean isLost() {
    return lost || membership.isLost();
  }

  /**
   * Ends this ownership without handing the shard over, for example because its lane is closed. The
   * process takes the shard again, with the next epoch, if it still should own it.
   */
  public void giveUp() {
    lost = true;
  }

  /**
   * Has the shard released and taken again soon, for example because its stream was changed:
   * requests in progress are answered, and claimed events keep their leases.
   */
  public void renew() {
    renewed = true;
  }

  /** Such as {@code edits~1/7 epoch 3}. */
  @Override
  public String toString() {
    return shard() + " epoch " + epoch();
  }

  boolean isToBeRenewed() {
    return renewed;
  }

  boolean isGivenUp() {
    return lost;
  }

  /** Stops acknowledging, then writes that the shard is free; returns false if it was lost. */
  boolean release() {
    released = true;
    return writer.write(batch -> batch.set(ShardTable.RELEASED.of(true)))
        instanceof FencedWrite.Applied;
  }
}
