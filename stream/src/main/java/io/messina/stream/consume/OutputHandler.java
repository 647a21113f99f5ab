package io.messina.stream.consume;

import io.messina.stream.ClaimedEvent;
import java.util.List;

/** Handles events one by one into further events; called by many threads at the same time. */
@FunctionalInterface
public interface OutputHandler {

  /**
   * Handles an event. Once what it returns is appended, the event is acknowledged.
   *
   * @param event the event
   * @return what comes of it, at most 1,000 events, in the same order if it is handled again
   * @throws RejectedEventException where no further attempt will do: it goes to the dead letters
   * @throws Exception where it failed: it comes again after the group's backoff, until its attempts
   *     are used up
   */
  List<Output> handle(ClaimedEvent event) throws Exception;
}
