package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The state of a message by what happened to it: the same, in whatever order the events come, and
 * however often.
 */
public final class MessageHistory {

  /** How many events are shown of a message; more are receipts that tell nothing new. */
  private static final int EVENTS_MAX = 200;

  private MessageHistory() {}

  /** Returns the events without those that were told before. */
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
   * Returns the events in their order. They are told by those who do something, each once it is
   * done, so that what comes first may be told last. Times say nothing: they are of several clocks.
   */
  static List<MessageEvent> inOrder(List<MessageEvent> outcomes) {
    return outcomes.stream()
        .sorted(Comparator.comparingInt(MessageEvent::hop).thenComparingInt(MessageHistory::step))
        .toList();
  }

  /** Within a hop, what is no beginning was told in its order. */
  private static int step(MessageEvent event) {
    return switch (event.kind()) {
      case ACCEPTED -> 0;
      case ROUTED -> 1;
      default -> 2;
    };
  }

  /** Whether both tell the same thing. */
  static boolean isSame(MessageEvent one, MessageEvent other) {
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
    MessageProgress facts = MessageProgress.NONE;
    for (MessageEvent event : events) {
      facts = facts.and(event);
    }
    return facts.state();
  }
}
