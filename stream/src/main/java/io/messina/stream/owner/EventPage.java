package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.OptionalInt;

/**
 * Events of a shard in their order.
 *
 * @param events none at the end
 * @param next where to continue: behind the last event, and behind expired ones
 * @param run the run of the group from whose committed position they were read; empty if a position
 *     was given
 */
public record EventPage(List<StoredEvent> events, Position next, OptionalInt run) {

  /** Takes an unmodifiable copy of the events. */
  public EventPage {
    events = List.copyOf(events);
  }

  /**
   * Events that were read from a given position.
   *
   * @param events none at the end
   * @param next where to continue
   */
  public EventPage(List<StoredEvent> events, Position next) {
    this(events, next, OptionalInt.empty());
  }

  /** Returns the same page, to be committed only in a run of a group. */
  public EventPage in(OptionalInt of) {
    return new EventPage(events, next, of);
  }

  /**
   * Returns what to commit after the events are handled: a commit in the run in which they were
   * read.
   */
  public Commit done() {
    return new Commit(next, run);
  }
}
