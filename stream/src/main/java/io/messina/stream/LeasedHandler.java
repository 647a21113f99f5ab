package io.messina.stream;

/**
 * Handles events one by one, and can tell how long it has each; called by many threads at the same
 * time.
 */
@FunctionalInterface
public interface LeasedHandler {

  /**
   * Handles an event, as {@link ClaimHandler#handle} does.
   *
   * @param event the event
   * @param lease how long it is this handler's: to be asked before something that must not be done
   *     twice
   * @throws RejectedEventException if no further attempt will succeed: the event becomes a dead
   *     letter
   * @throws RetryAfterException if it failed: the event is handed out again after that delay, until
   *     its attempts are used up
   * @throws NotBegunException if it has certainly done nothing: the event is handed out again after
   *     the group's backoff, until its attempts are used up
   * @throws Exception if it failed: the event is handed out again likewise, or, in a group that
   *     delivers at most once, becomes a dead letter that says {@code uncertain}
   */
  void handle(ClaimedEvent event, Lease lease) throws Exception;
}
