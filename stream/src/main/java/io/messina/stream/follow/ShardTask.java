package io.messina.stream.follow;

import io.messina.stream.ShardId;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What is done with one shard during one ownership, until it fails. Called by one thread at a time.
 * Whatever it throws, it is closed, and begun again after a pause that grows.
 */
public interface ShardTask extends AutoCloseable {

  /** Begins with a shard. Used by many threads. */
  @FunctionalInterface
  interface Beginning {

    /**
     * Begins, or begins again after a failure.
     *
     * @param shard which
     * @param group the group there, as it is owned at the moment of the call; throws {@link
     *     io.messina.stream.owner.NotOwnerException} once the shard is lost
     */
    ShardTask begin(ShardId shard, Supplier<OwnGroup> group);
  }

  /**
   * Reads on; what it reads may come again.
   *
   * @param wait how long at the end of the shard
   * @return no events where there are none
   */
  EventPage read(Duration wait);

  /**
   * Handles what was read, and commits it. Not called once the shard is to be left.
   *
   * @param page as it was read
   * @return whether it goes on; otherwise it is closed, and begun again at once, as after a seek
   * @throws Exception where it failed
   */
  boolean handle(EventPage page) throws Exception;

  /** Ends it; nothing of it goes on afterwards. */
  @Override
  default void close() {}
}
