package io.messina.stream.consume;

import io.messina.stream.ClaimedEvent;

/** Handles events one by one; called by many threads at the same time. */
@FunctionalInterface
public interface EventHandler {

  /**
   * Handles an event. On return it is acknowledged.
   *
   * @param event the event
   * @throws RejectedEventException where no further attempt will do: it goes to the dead letters
   * @throws Exception where it failed: it comes again after the group's backoff, until its attempts
   *     are used up
   */
  void handle(ClaimedEvent event) throws Exception;
}
