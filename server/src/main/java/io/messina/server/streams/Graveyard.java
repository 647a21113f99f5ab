package io.messina.server.streams;

import io.messina.stream.EventId;
import io.messina.stream.Position;
import io.messina.stream.node.Group;
import io.messina.stream.peer.DeadEvent;
import java.util.List;
import java.util.Optional;

/**
 * The dead letters of a group, but for those that are handed out again at the moment: they are
 * deleted, or die anew, once that has ended.
 *
 * @param group whose they are
 */
record Graveyard(Group group) {

  /** So many are counted; more count as so many. */
  static final int COUNTED_MAX = 1_000;

  private static final int PAGE = 100;

  /**
   * Some dead letters.
   *
   * @param letters in their order
   * @param next behind which to go on; empty at the end
   */
  record Page(List<DeadEvent> letters, Optional<EventId> next) {}

  /** A page; shorter than its limit where some are large. */
  Page page(int limit, Optional<EventId> after) {
    List<DeadEvent> all = group.deadLetters(limit, after);
    return new Page(all, next(all, limit));
  }

  private Optional<EventId> next(List<DeadEvent> all, int limit) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Optional<EventId> last = Optional.of(all.getLast().stored().id());
    boolean more = all.size() == limit || !group.deadLetters(1, last).isEmpty();
    return last.filter(_ -> more);
  }

  int count() {
    int count = 0;
    Optional<EventId> after = Optional.empty();
    do {
      Page page = page(PAGE, after);
      count += page.letters().size();
      after = page.next();
    } while (after.isPresent() && count < COUNTED_MAX);
    return Math.min(count, COUNTED_MAX);
  }

  Optional<DeadEvent> find(EventId id) {
    return group.deadLetters(1, Optional.of(before(id))).stream()
        .filter(dead -> dead.stored().id().equals(id))
        .findFirst();
  }

  /** Deletes these; returns how many of them were there and are not handed out again. */
  int discard(List<EventId> ids) {
    return group.discard(ids);
  }

  int discardAll() {
    int count = 0;
    for (List<EventId> ids = ids(Optional.empty()); !ids.isEmpty(); ) {
      count += group.discard(ids);
      ids = ids(Optional.of(ids.getLast()));
    }
    return count;
  }

  private List<EventId> ids(Optional<EventId> after) {
    return group.deadLetters(PAGE, after).stream().map(dead -> dead.stored().id()).toList();
  }

  /** An id, perhaps of no event, with none between it and the given one. */
  private static EventId before(EventId id) {
    Position position = id.position();
    Position before =
        position.sequence() > 0
            ? new Position(position.epoch(), position.sequence() - 1)
            : new Position(Math.max(0, position.epoch() - 1), Position.SEQUENCE_MAX - 1);
    return new EventId(id.streamGeneration(), id.shard(), id.segment(), before);
  }
}
