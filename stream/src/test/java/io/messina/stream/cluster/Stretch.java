package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a follower read at a time.
 *
 * @param shard of which shard
 * @param asked when it asked, in true time
 * @param answered when it got the answer
 * @param committed what was last confirmed to it as committed before it asked
 * @param events what it got: one or more
 */
record Stretch(
    int shard,
    Duration asked,
    Duration answered,
    Optional<Committed> committed,
    List<StoredEvent> events) {

  /**
   * A commit that was confirmed.
   *
   * @param to up to where
   * @param asked when somebody asked for what it is about
   */
  record Committed(Position to, Duration asked) {}
}
