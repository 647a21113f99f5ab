package io.messina.features.feed;

import java.util.Optional;

/**
 * How a feed is on this node.
 *
 * @param running whether it follows the shards that the node owns
 * @param trouble why it does not run, or why events of a shard are tried again and again
 * @param counts what it has done
 */
public record FeedStatus(boolean running, Optional<String> trouble, FeedCounts counts) {

  /** Of a feed that the node has not begun with yet. */
  public static final FeedStatus NOT_BEGUN =
      new FeedStatus(false, Optional.empty(), FeedCounts.NONE);
}
