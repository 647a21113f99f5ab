package io.messina.messaging.route;

import io.messina.messaging.Message;
import java.time.Instant;
import java.util.List;

/** Chooses what becomes of messages. Safe for use by many threads. */
@FunctionalInterface
interface Chooser {

  /**
   * Chooses for some messages. A message is chosen for once each time that it comes; what was
   * chosen is kept, and is not asked for again.
   *
   * @param messages at least one; of each, the hop is the number of former choices
   * @param now the time
   * @return a choice for each, in their order
   */
  List<Choice> choose(List<Message> messages, Instant now);
}
