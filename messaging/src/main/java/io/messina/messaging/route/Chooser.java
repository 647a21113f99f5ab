package io.messina.messaging.route;

import io.messina.messaging.Message;
import java.time.Instant;
import java.util.List;

/** Decides how messages are routed. Safe for use by many threads. */
@FunctionalInterface
interface Chooser {

  /**
   * Decides for some messages. A message may come several times, once for each hop; the result is
   * stored and not asked for again.
   *
   * @param messages at least one; the hop of each is the number of former choices
   * @return a choice for each, in their order
   */
  List<Choice> choose(List<Message> messages, Instant now);
}
