package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageState;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a message by what happened to it: the same, in whatever order the events come, and
 * however often.
 */
public final class MessageFold {

  /** How many events are kept of a message; more are receipts that tell nothing new. */
  static final int EVENTS_MAX = 200;

  private MessageFold() {}

  /** Returns the events with those that are not among them yet. */
  static List<MessageEvent> with(List<MessageEvent> events, List<MessageEvent> more) {
    List<MessageEvent> all = new ArrayList<>(events);
    for (MessageEvent event : more) {
      if (all.size() < EVENTS_MAX && all.stream().noneMatch(known -> isSame(known, event))) {
        all.add(event);
      }
    }
    return all;
  }

  /** Returns those that are not among the others yet. */
  static List<MessageEvent> fresh(List<MessageEvent> events, List<MessageEvent> more) {
    return more.stream()
        .filter(event -> events.stream().noneMatch(known -> isSame(known, event)))
        .toList();
  }

  private static boolean isSame(MessageEvent one, MessageEvent other) {
    return one.kind() == other.kind()
        && one.hop() == other.hop()
        && one.parts().part().equals(other.parts().part());
  }

  /**
   * Folds.
   *
   * @param events at least one, of one message
   */
  public static MessageState state(List<MessageEvent> events) {
    MessageFacts facts = MessageFacts.NONE;
    for (MessageEvent event : events) {
      facts = facts.and(event);
    }
    return facts.state();
  }
}
