package io.messina.stream.consume;

import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.peer.ShardService;
import java.util.List;

/** The shards that this process owns. Safe for use by many threads. */
public interface OwnShards {

  /**
   * What their owner does.
   *
   * @return refuses all other shards
   */
  ShardService service();

  /**
   * What is owned now.
   *
   * @return in a stable order
   */
  List<ShardId> owned();

  /**
   * Tells whenever what is owned has changed, and once at the beginning.
   *
   * @param listener called without locks, by any thread; returns soon
   * @return ends it
   */
  NodeTime.Cancellation onOwned(Runnable listener);
}
