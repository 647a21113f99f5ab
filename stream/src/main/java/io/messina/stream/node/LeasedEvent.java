package io.messina.stream.node;

import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import java.time.Duration;

/**
 * A claimed event, and how long its lease runs at least.
 *
 * @param claimed the event
 * @param untilNanos when its lease ends at the earliest, counted from before its owner was asked
 * @param time of this node, for {@code untilNanos}
 */
public record LeasedEvent(ClaimedEvent claimed, long untilNanos, NodeTime time) {

  /** Returns how long the lease still runs at least, from zero. */
  public Duration leaseRemaining() {
    return Duration.ofNanos(Math.max(0, untilNanos - time.nanoTime()));
  }
}
