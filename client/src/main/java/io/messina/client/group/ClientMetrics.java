package io.messina.client.group;

import io.messina.api.ReceiptStatus;
import io.messina.client.error.MessinaException;
import java.time.Duration;

/**
 * Observes a client and its workers, to be counted by the metrics library of the application. Each
 * method does nothing unless it is overridden. They are called on the threads of the handlers and
 * on the threads of the client, by several at once, and must not block; an exception from one is
 * logged and changes nothing.
 */
public interface ClientMetrics {

  /** Counts nothing. */
  ClientMetrics NONE = new ClientMetrics() {};

  /**
   * A worker's claim was answered.
   *
   * @param group whose events it claimed
   * @param events how many it got; 0 if there were none in time
   */
  default void claimed(GroupClient group, int events) {}

  /**
   * A handler returned an outcome, within its time limit, whether it is done or to be retried.
   *
   * @param group whose event it was
   * @param event the event handled
   * @param took from the handler's call to its return
   */
  default void handled(GroupClient group, ClaimedEvent event, Duration took) {}

  /**
   * A handler threw, returned null, or was interrupted because its time was over.
   *
   * @param group whose event it was
   * @param event the event that failed, which is returned to the group
   * @param took from the handler's call to its end
   * @param why as the event is given back with it
   */
  default void failed(GroupClient group, ClaimedEvent event, Duration took, String why) {}

  /**
   * The server answered for events that a worker acknowledged or returned.
   *
   * @param group whose events they are
   * @param status the same of all of them; those in {@link ReceiptStatus#RETRY} are sent again
   *     while their leases run
   * @param events how many, from 1
   */
  default void settled(GroupClient group, ReceiptStatus status, int events) {}

  /**
   * A request failed and is sent again.
   *
   * @param why it failed
   * @param wait until it is sent again
   */
  default void retried(MessinaException why, Duration wait) {}
}
