package io.messina.stream.follow;

import io.messina.stream.ShardId;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The work on one shard during one ownership, until it fails. Called by one thread at a time. After
 * anything that it throws it is closed, and begun again after a pause that grows.
 */
public interface ShardTask extends AutoCloseable {

  /** The answer of {@link #reached} where each handled page ends a row of failures. */
  long EACH_PAGE = Long.MAX_VALUE;

  /** Begins with a shard. Used by many threads. */
  @FunctionalInterface
  interface Beginning {

    /**
     * Begins, or begins again after a failure.
     *
     * @param shard which
     * @param group the group of the shard, as it is owned at the moment of the call; throws {@link
     *     io.messina.stream.owner.NotOwnerException} once the shard is lost
     * @param stopped whether the shard must be left, for work that takes long
     */
    ShardTask begin(ShardId shard, Supplier<OwnGroup> group, BooleanSupplier stopped);
  }

  /**
   * Reads on; what it reads may come again.
   *
   * @param wait the longest wait at the end of the shard
   * @return no events if none have come, or if it was woken
   */
  EventPage read(Duration wait);

  /**
   * Handles a page, and commits it. Not called once the shard must be left.
   *
   * @param page as it was read
   * @return whether it continues; otherwise it is closed, and begun again at once, as after a seek
   * @throws Exception where it failed
   */
  boolean handle(EventPage page) throws Exception;

  /**
   * Returns the position up to which it has come. A row of failures ends once it is higher than at
   * the last failure.
   */
  default long reached() {
    return EACH_PAGE;
  }

  /**
   * Returns whether all events are read and safe: then the last failure is no trouble any more,
   * though no event has come behind it.
   */
  default boolean isMended() {
    return false;
  }

  /**
   * Ends a wait of {@link #read}, from any thread. Only of a task whose loop is {@link
   * FollowedShards.Shared#untilClosed}.
   */
  default void wake() {}

  /** Ends it; nothing of it continues afterwards. */
  @Override
  default void close() {}
}
