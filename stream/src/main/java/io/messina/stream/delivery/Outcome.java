package io.messina.stream.delivery;

import io.messina.api.GroupOptions;
import io.messina.api.Nack;
import java.time.Duration;

/** What a worker reports of events that it claimed. */
public sealed interface Outcome {

  /** Done. */
  record Ack() implements Outcome {}

  /**
   * Failed.
   *
   * @param nack why, and when it may be handed out again
   */
  record Nacked(Nack nack) implements Outcome {}

  /**
   * The worker broke off, and nobody knows what it has done. Where events are delivered at least
   * once, that is a failure; at most once, it is the end of the event.
   *
   * @param error why, as it is shown
   */
  record BrokenOff(String error) implements Outcome {}

  /**
   * More time is needed.
   *
   * @param lease from now, from 1 s to 12 h
   */
  record Extend(Duration lease) implements Outcome {

    /**
     * Checks the lease.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Extend {
      GroupOptions.checkLease(lease);
    }
  }

  /**
   * More time may be needed: extends a lease unless it runs that long anyway.
   *
   * @param lease from now, from 1 s to 12 h
   */
  record Keep(Duration lease) implements Outcome {

    /**
     * Checks the lease.
     *
     * @throws IllegalArgumentException if it is out of bounds
     */
    public Keep {
      GroupOptions.checkLease(lease);
    }
  }

  /** The claim has not reached the worker: no attempt is counted. */
  record Release() implements Outcome {}
}
