package io.messina.messaging.route;

import io.messina.messaging.Message;
import java.time.Instant;

/** Chooses what becomes of messages. Safe for use by many threads. */
@FunctionalInterface
public interface Chooser {

  /**
   * Chooses. A message is chosen for once each time that it comes; what was chosen is kept, and is
   * not asked for again.
   *
   * @param message whose hop is the number of former choices
   * @param now the time
   */
  Choice choose(Message message, Instant now);
}
