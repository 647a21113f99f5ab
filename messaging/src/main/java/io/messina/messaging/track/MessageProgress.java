package io.messina.messaging.track;

import io.messina.api.message.MessageEvent;
import io.messina.api.message.MessageEventKind;
import io.messina.api.message.MessageState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The part of the history of a message that its state depends on: the same for any order and number
 * of the events.
 *
 * @param hop the number of connectors that were chosen for it
 * @param kinds since the last choice
 * @param parts the most that its provider has counted; 0 if it has not
 * @param delivered the numbers of the delivered parts; {@link #WHOLE} for all at once
 */
public record MessageProgress(
    int hop, Set<MessageEventKind> kinds, int parts, SortedSet<Integer> delivered) {

  /** Of a message of which nothing is known. */
  public static final MessageProgress NONE =
      new MessageProgress(0, EnumSet.noneOf(MessageEventKind.class), 0, new TreeSet<>());

  /** Stands for all parts; theirs are from 1. */
  static final int WHOLE = 0;

  /** The bound of part numbers; no provider has more. */
  private static final int DELIVERED_MAX = 255;

  private static final List<MessageState> ENDS =
      List.of(
          MessageState.FAILED,
          MessageState.EXPIRED,
          MessageState.CANCELLED,
          MessageState.SUPPRESSED);

  /** Takes copies. */
  public MessageProgress {
    Set<MessageEventKind> copy = EnumSet.noneOf(MessageEventKind.class);
    copy.addAll(kinds);
    kinds = Collections.unmodifiableSet(copy);
    delivered = Collections.unmodifiableSortedSet(new TreeSet<>(delivered));
  }

  /** Adds an event of the message. */
  public MessageProgress and(MessageEvent event) {
    if (event.hop() < hop) {
      return this;
    }
    MessageProgress before =
        event.hop() > hop ? new MessageProgress(event.hop(), NONE.kinds, 0, NONE.delivered) : this;
    Set<MessageEventKind> all = EnumSet.of(event.kind());
    all.addAll(before.kinds);
    SortedSet<Integer> arrived = new TreeSet<>(before.delivered);
    if (event.kind() == MessageEventKind.DELIVERED && arrived.size() < DELIVERED_MAX) {
      arrived.add(event.parts().part().orElse(WHOLE));
    }
    int most = Math.max(before.parts, event.parts().parts().orElse(0));
    return new MessageProgress(event.hop(), all, most, arrived);
  }

  /** The state that follows. */
  public MessageState state() {
    if (has(MessageEventKind.READ)) {
      return MessageState.READ;
    }
    boolean hasArrived = !delivered.isEmpty() && delivered.size() >= parts;
    if (hasArrived || delivered.contains(WHOLE)) {
      return MessageState.DELIVERED;
    }
    return sent().orElseGet(this::unsent);
  }

  private Optional<MessageState> sent() {
    if (has(MessageEventKind.BOUNCED) || has(MessageEventKind.UNDELIVERED)) {
      return Optional.of(MessageState.UNDELIVERED);
    }
    // Of one that has failed, the recipient's provider has said so when it was asked to take it.
    boolean hasReacted = has(MessageEventKind.COMPLAINED) || has(MessageEventKind.UNSUBSCRIBED);
    return has(MessageEventKind.SENT)
            || has(MessageEventKind.DELIVERED)
            || (hasReacted && !has(MessageEventKind.FAILED))
        ? Optional.of(MessageState.SENT)
        : Optional.empty();
  }

  private MessageState unsent() {
    for (MessageState state : ENDS) {
      if (has(MessageEventKind.valueOf(state.name()))) {
        return state;
      }
    }
    if (has(MessageEventKind.UNCERTAIN) && !has(MessageEventKind.REFUSED)) {
      return MessageState.UNCERTAIN;
    }
    return has(MessageEventKind.ROUTED) ? MessageState.ROUTED : MessageState.ACCEPTED;
  }

  private boolean has(MessageEventKind kind) {
    return kinds.contains(kind);
  }
}
