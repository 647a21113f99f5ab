package io.messina.stream.consume;

import io.messina.stream.StoredEvent;
import java.util.List;

/**
 * Handles the events of each shard in their order. Called by one thread at a time for each shard,
 * and for several shards at the same time.
 */
@FunctionalInterface
public interface FollowHandler {

  /**
   * Handles events that follow each other. On return they are done with.
   *
   * @param events one or more of one shard
   * @throws Exception where it failed: the same events come again, for as long as it takes
   */
  void handle(List<StoredEvent> events) throws Exception;
}
