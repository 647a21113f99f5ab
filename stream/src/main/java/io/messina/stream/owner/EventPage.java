package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Events of a shard in their order.
 *
 * @param events none at the end
 * @param next where to continue: behind the last event, and behind expired ones
 * @param run the run of the group from whose committed position they were read; empty if a position
 *     was given
 * @param gaps where stretches end of which the stream has nothing any more, as their events have
 *     expired or are damaged; in their order, each before the event that follows it
 */
public record EventPage(
    List<StoredEvent> events, Position next, OptionalInt run, List<Position> gaps) {

  /** Takes unmodifiable copies. */
  public EventPage {
    events = List.copyOf(events);
    gaps = List.copyOf(gaps);
  }

  /**
   * Events that were read from a given position.
   *
   * @param events none at the end
   * @param next where to continue
   */
  public EventPage(List<StoredEvent> events, Position next) {
    this(events, next, OptionalInt.empty(), List.of());
  }

  /** Returns the same page, to be committed only in a run of a group. */
  public EventPage in(OptionalInt of) {
    return new EventPage(events, next, of, gaps);
  }

  /** Returns the same page with the gaps of one without events that ended where this began. */
  public EventPage behind(EventPage former) {
    return new EventPage(
        events, next, run, Stream.concat(former.gaps.stream(), gaps.stream()).toList());
  }

  /**
   * Returns what to commit after the events are handled: a commit in the run in which they were
   * read.
   */
  public Commit done() {
    return new Commit(next, run);
  }
}
