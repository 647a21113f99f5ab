package io.messina.stream;

import io.messina.api.Position;
import java.util.List;

/**
 * Handles the events of each shard in their order. Called by one thread at a time for each shard,
 * and for several shards at the same time.
 */
@FunctionalInterface
public interface FollowHandler {

  /**
   * Handles successive events. On return their position is committed.
   *
   * @param events one or more of one shard
   * @throws Exception if it failed: the same events are handled again, without limit
   */
  void handle(List<StoredEvent> events) throws Exception;

  /**
   * Told of events that nobody handles, as they had expired before they were read, or are damaged.
   * Unless a handler takes it, nothing happens.
   *
   * @param shard of the events
   * @param ends where stretches of them end, one or more, in their order
   */
  default void lost(int shard, List<Position> ends) {}
}
