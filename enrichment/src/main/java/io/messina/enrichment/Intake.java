package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a page that are not offered yet: those with a key and without a dead letter. Before
 * the first event of a stretch is offered, a note says so, for the next owner. For one thread.
 */
final class Intake {

  private static final int OFFERED_AHEAD = 10_000;

  private final ShardId shard;
  private final OwnGroup own;
  private final OfferedEvents offered;
  private final Set<Long> setAside;
  private @Nullable EventPage page;
  private int taken;
  private long lastOffered = -1;
  private long offeredTo = -1;
  private long reached;
  private long withoutKey;

  /**
   * No page yet.
   *
   * @param setAside the positions of events with a dead letter
   * @param from the position of the first event
   */
  Intake(ShardId shard, OwnGroup own, OfferedEvents offered, Set<Long> setAside, Position from) {
    this.shard = shard;
    this.own = own;
    this.offered = offered;
    this.setAside = setAside;
    this.reached = from.packed();
  }

  boolean isEmpty() {
    return page == null;
  }

  /** The page before is taken. */
  void add(EventPage next) {
    page = next;
    taken = 0;
  }

  /** Returns the next event to offer; null at the end of the page. */
  @Nullable StoredEvent peek() {
    EventPage here = page;
    while (here != null && taken < here.events().size()) {
      StoredEvent stored = here.events().get(taken);
      long position = stored.id().position().packed();
      reached = position;
      if (isToBeApplied(stored, position)) {
        if (position > offeredTo) {
          reserve(position);
        }
        return stored;
      }
      taken++;
    }
    return null;
  }

  private boolean isToBeApplied(StoredEvent stored, long position) {
    if (stored.event().key().isEmpty()) {
      withoutKey++;
      return false;
    }
    return !setAside.contains(position);
  }

  /** The next owner knows by this which events may have been applied. */
  private void reserve(long position) {
    long to = position + OFFERED_AHEAD;
    offered.note(to, own.nextTimestampMicros());
    if (!own.mayAcknowledge()) {
      throw new NotOwnerException(shard);
    }
    offeredTo = to;
  }

  /** The event of {@link #peek} was offered. */
  void taken() {
    lastOffered = reached;
    taken++;
  }

  /** Drops a page whose events are all taken, and returns its gaps; empty if some are left. */
  Optional<List<Position>> endOfPage() {
    EventPage here = page;
    if (here == null || taken < here.events().size()) {
      return Optional.empty();
    }
    page = null;
    reached = here.next().packed();
    return Optional.of(here.gaps());
  }

  long lastOffered() {
    return lastOffered;
  }

  /** Returns the position up to which all is offered or skipped. */
  long reached() {
    return reached;
  }

  long withoutKey() {
    return withoutKey;
  }
}
