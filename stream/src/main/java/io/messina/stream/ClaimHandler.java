package io.messina.stream;

/** Handles events one by one; called by many threads at the same time. */
@FunctionalInterface
public interface ClaimHandler {

  /**
   * Handles an event. On return the event is acknowledged.
   *
   * @param event the event
   * @throws RejectedEventException if no further attempt will succeed: the event becomes a dead
   *     letter
   * @throws NotBegunException if it has certainly done nothing: the event is handed out again after
   *     the group's backoff, until its attempts are used up
   * @throws Exception if it failed: the event is handed out again likewise, or, in a group that
   *     delivers at most once, becomes a dead letter that says {@code uncertain}
   */
  void handle(ClaimedEvent event) throws Exception;
}
