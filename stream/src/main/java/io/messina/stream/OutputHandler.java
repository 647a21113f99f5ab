package io.messina.stream;

import java.util.List;

/** Turns events one by one into further events; called by many threads at the same time. */
@FunctionalInterface
public interface OutputHandler {

  /**
   * Handles an event. After its outputs are appended, the event is acknowledged.
   *
   * @param event the event
   * @return its outputs, at most 1,000, in the same order if it is handled again
   * @throws RejectedEventException if no further attempt will succeed: the event becomes a dead
   *     letter
   * @throws Exception if it failed: the event is handed out again after the group's backoff, until
   *     its attempts are used up
   */
  List<Output> handle(ClaimedEvent event) throws Exception;
}
