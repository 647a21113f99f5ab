package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
    int hop = events.stream().mapToInt(MessageEvent::hop).max().orElse(0);
    List<MessageEvent> last = events.stream().filter(event -> event.hop() == hop).toList();
    Set<MessageEventKind> kinds =
        last.stream()
            .map(MessageEvent::kind)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(MessageEventKind.class)));
    return arrived(last, kinds).or(() -> sent(kinds)).orElseGet(() -> unsent(kinds));
  }

  private static Optional<MessageState> arrived(
      List<MessageEvent> events, Set<MessageEventKind> kinds) {
    if (kinds.contains(MessageEventKind.READ)) {
      return Optional.of(MessageState.READ);
    }
    int parts =
        events.stream()
            .flatMap(event -> event.parts().parts().stream())
            .max(Integer::compare)
            .orElse(1);
    long delivered =
        events.stream().filter(event -> event.kind() == MessageEventKind.DELIVERED).count();
    boolean isWhole =
        events.stream()
            .anyMatch(
                event ->
                    event.kind() == MessageEventKind.DELIVERED && event.parts().part().isEmpty());
    return isWhole || delivered >= parts ? Optional.of(MessageState.DELIVERED) : Optional.empty();
  }

  private static Optional<MessageState> sent(Set<MessageEventKind> kinds) {
    if (kinds.contains(MessageEventKind.BOUNCED) || kinds.contains(MessageEventKind.UNDELIVERED)) {
      return Optional.of(MessageState.UNDELIVERED);
    }
    return kinds.contains(MessageEventKind.SENT)
            || kinds.contains(MessageEventKind.COMPLAINED)
            || kinds.contains(MessageEventKind.UNSUBSCRIBED)
            || kinds.contains(MessageEventKind.DELIVERED)
        ? Optional.of(MessageState.SENT)
        : Optional.empty();
  }

  private static MessageState unsent(Set<MessageEventKind> kinds) {
    for (MessageState state :
        List.of(
            MessageState.FAILED,
            MessageState.EXPIRED,
            MessageState.CANCELLED,
            MessageState.SUPPRESSED)) {
      if (kinds.contains(MessageEventKind.valueOf(state.name()))) {
        return state;
      }
    }
    boolean isRefused = kinds.contains(MessageEventKind.REFUSED);
    if (kinds.contains(MessageEventKind.UNCERTAIN) && !isRefused) {
      return MessageState.UNCERTAIN;
    }
    return kinds.contains(MessageEventKind.ROUTED) ? MessageState.ROUTED : MessageState.ACCEPTED;
  }
}
