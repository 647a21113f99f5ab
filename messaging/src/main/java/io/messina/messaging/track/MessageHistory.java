package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The history of a message: its events without repeats and in order, and the state that follows
 * from them, the same for any order and number of the events.
 */
public final class MessageHistory {

  /** The bound of events that are shown; further ones are repeated receipts. */
  private static final int EVENTS_MAX = 200;

  private MessageHistory() {}

  /** Returns the events without repeats. */
  static List<MessageEvent> firsts(List<MessageEvent> events) {
    List<MessageEvent> firsts = new ArrayList<>();
    for (MessageEvent event : events) {
      if (firsts.size() < EVENTS_MAX && firsts.stream().noneMatch(known -> isSame(known, event))) {
        firsts.add(event);
      }
    }
    return firsts;
  }

  /**
   * Returns the events in their order. Each part publishes after its action, so an earlier event
   * may be published later. Times do not help: they come from several clocks.
   */
  static List<MessageEvent> inOrder(List<MessageEvent> outcomes) {
    return outcomes.stream()
        .sorted(Comparator.comparingInt(MessageEvent::hop).thenComparingInt(MessageHistory::step))
        .toList();
  }

  /** Within a hop, events other than the first two were published in their order. */
  private static int step(MessageEvent event) {
    return switch (event.kind()) {
      case ACCEPTED -> 0;
      case ROUTED -> 1;
      default -> 2;
    };
  }

  /** Whether one event repeats the other. */
  static boolean isSame(MessageEvent one, MessageEvent other) {
    return one.kind() == other.kind()
        && one.hop() == other.hop()
        && one.parts().part().equals(other.parts().part());
  }

  /**
   * Returns the state after some events.
   *
   * @param events at least one, of one message
   */
  public static MessageState state(List<MessageEvent> events) {
    MessageProgress facts = MessageProgress.NONE;
    for (MessageEvent event : events) {
      facts = facts.and(event);
    }
    return facts.state();
  }
}
