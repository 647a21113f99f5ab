package io.messina.client.group;

/** Processes events for a {@link ClaimWorker}. Called by many threads at once. */
@FunctionalInterface
public interface EventHandler {

  /**
   * Processes an event. It may come more than once, unless the group delivers at most once.
   *
   * @param event the event handed out; its lease is extended while this runs
   * @return the outcome for the event
   * @throws Exception if it could not be processed: it is returned with the exception's text, to be
   *     tried again after the group's backoff
   */
  Outcome handle(ClaimedEvent event) throws Exception;
}
