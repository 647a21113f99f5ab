package io.messina.stream.peer;

import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import java.util.List;

/**
 * Events of a shard in their order.
 *
 * @param events none where the end is reached
 * @param next behind the last, and behind what is no longer there: from where to read on, and what
 *     to commit once they are done with
 */
public record FollowedEvents(List<StoredEvent> events, Position next) {

  /** Takes an unmodifiable copy of the events. */
  public FollowedEvents {
    events = List.copyOf(events);
  }
}
