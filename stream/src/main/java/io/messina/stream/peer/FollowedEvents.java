package io.messina.stream.peer;

import io.messina.api.Position;
import io.messina.stream.StoredEvent;
import java.util.List;
import java.util.OptionalInt;

/**
 * Events of a shard in their order.
 *
 * @param events none where the end is reached
 * @param next behind the last, and behind what is no longer there: from where to read on
 * @param run the run of the group from whose committed position they were read; empty where a
 *     position was given
 */
public record FollowedEvents(List<StoredEvent> events, Position next, OptionalInt run) {

  /** Takes an unmodifiable copy of the events. */
  public FollowedEvents {
    events = List.copyOf(events);
  }

  /**
   * Events that were read from a given position.
   *
   * @param events none where the end is reached
   * @param next from where to read on
   */
  public FollowedEvents(List<StoredEvent> events, Position next) {
    this(events, next, OptionalInt.empty());
  }

  /**
   * The same, read in a run of a group.
   *
   * @param of which run
   * @return what can be committed in that run only
   */
  public FollowedEvents in(OptionalInt of) {
    return new FollowedEvents(events, next, of);
  }

  /**
   * What to commit once the events are done with.
   *
   * @return a commit in the run in which they were read
   */
  public Commit done() {
    return new Commit(next, run);
  }
}
