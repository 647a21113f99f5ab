package io.messina.stream.node;

import io.messina.runtime.NodeTime;
import io.messina.stream.ClaimedEvent;
import java.time.Duration;

/**
 * A claimed event, and for how long its lease certainly runs.
 *
 * @param claimed the event
 * @param untilNanos until when its lease runs at least: counted from before its owner was asked
 * @param time of this node, which says how late it is
 */
public record LeasedEvent(ClaimedEvent claimed, long untilNanos, NodeTime time) {

  /**
   * What is left of the lease.
   *
   * @return at least so long it still runs, from zero
   */
  public Duration leaseRemaining() {
    return Duration.ofNanos(Math.max(0, untilNanos - time.nanoTime()));
  }
}
