package io.messina.stream.cluster;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.ShardService;
import java.util.function.Consumer;

/** A node of the cluster as the simulation sees it. */
interface RunningNode extends Front {

  /** Ends as a process does that was asked to. */
  void close();

  /** What it does for other nodes. */
  ShardService shards();

  /**
   * Lets a handler of this process claim for {@link Crowd#INSIDE} for as long as the process lives.
   * It throws where it fails.
   */
  void handle(Consumer<ClaimedEvent> handler);

  /** Lets a handler of this process follow for {@link Crowd#FOLLOWING_INSIDE} likewise. */
  void follow(Consumer<StoredEvent> handler);
}
