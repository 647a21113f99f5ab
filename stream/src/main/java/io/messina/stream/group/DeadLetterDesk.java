package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.owner.DeadEvent;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The requests of people about the dead letters of one group on one shard. Safe for use by many
 * threads.
 */
record DeadLetterDesk(
    ShardSite site, LockedDelivery group, ShardDeadLetters letters, DeadLetterWriter writer) {

  /** Returns none only at the end. Skips letters that are being handed out again. */
  List<DeadEvent> read(Position from, int max) {
    Futures.join(writer.cleaned());
    List<DeadEvent> there = new ArrayList<>();
    long next = from.packed();
    while (there.isEmpty() && next >= 0) {
      // A row that is read now may be deleted before it is asked whether its event is done.
      Set<Long> leaving = group.peek((core, now) -> core.leaving());
      List<DeadEvent> some = letters.read(next, max);
      next = some.isEmpty() ? -1 : some.getLast().letter().position() + 1;
      there.addAll(
          group.peek(
              (core, now) ->
                  some.stream()
                      .filter(dead -> !leaving.contains(dead.letter().position()))
                      .filter(staying(core))
                      .toList()));
    }
    return there;
  }

  /** An event that is done has no dead letter, even if its row is not deleted yet. */
  private static Predicate<DeadEvent> staying(GroupDelivery core) {
    return dead ->
        !core.isLeaving(dead.letter().position()) && !core.isUnfinished(dead.letter().position());
  }

  List<Position> redrive(List<Position> positions) {
    Futures.join(writer.cleaned());
    Taken taken = take(positions);
    try {
      // Nobody else redrives or deletes these in the meantime.
      List<StoredEvent> found = new ArrayList<>();
      taken.positions().forEach(each -> letters.event(each.packed()).ifPresent(found::add));
      List<Position> accepted = group.turn((core, now) -> redriven(core, taken.run(), found, now));
      if (!accepted.isEmpty()) {
        group.ask(true, Effect.Done.class, (core, ticket, now) -> core.sync(ticket));
      }
      return accepted;
    } finally {
      giveBack(taken);
    }
  }

  /** Does nothing after a seek: events may have been done since their rows were read. */
  private List<Position> redriven(
      GroupDelivery core, int run, List<StoredEvent> found, long nowMillis) {
    if (core.run() != run) {
      return List.of();
    }
    return found.stream()
        .filter(each -> core.redrive(packed(each), EventReader.key(each.event()), nowMillis))
        .map(each -> each.id().position())
        .toList();
  }

  List<Position> discard(List<Position> positions) {
    Futures.join(writer.cleaned());
    Taken taken = take(positions);
    try {
      // Nobody else deletes these in the meantime, so that each letter is counted once.
      List<Position> there =
          taken.positions().stream()
              .filter(position -> letters.find(position.packed()).isPresent())
              .toList();
      // Otherwise the next owner could find the event unfinished, and write its dead letter again.
      group.ask(false, Effect.Done.class, (core, ticket, now) -> core.sync(ticket));
      if (!letters.delete(packed(there)) || !site.owned().mayAcknowledge()) {
        throw new Ended.Lost(site.shard()).doubt();
      }
      return there;
    } finally {
      giveBack(taken);
    }
  }

  /**
   * Finished events that no other caller redrives or deletes, and the run in which they are
   * finished.
   */
  private record Taken(int run, List<Position> positions) {}

  private Taken take(List<Position> positions) {
    return group.peek(
        (core, now) ->
            new Taken(
                core.run(),
                positions.stream()
                    .filter(position -> !core.isUnfinished(position.packed()))
                    .filter(position -> !core.isLeaving(position.packed()))
                    .filter(position -> group.taken().add(position.packed()))
                    .toList()));
  }

  private void giveBack(Taken taken) {
    group.react((core, now) -> group.taken().removeAll(packed(taken.positions())));
  }

  private static long packed(StoredEvent event) {
    return event.id().position().packed();
  }

  private static List<Long> packed(List<Position> positions) {
    return positions.stream().map(Position::packed).toList();
  }

  DeliveryState state(Position position) {
    DeliveryState state = group.peek((core, now) -> core.state(position.packed()));
    if (state.stage() != DeliveryState.Stage.FINISHED || isLeaving(position)) {
      return state;
    }
    Futures.join(writer.cleaned());
    return letters.find(position.packed()).map(DeadLetterDesk::failed).orElse(state);
  }

  private boolean isLeaving(Position position) {
    return group.peek((core, now) -> core.isLeaving(position.packed()));
  }

  private static DeliveryState failed(DeadEvent dead) {
    DeadLetter letter = dead.letter();
    String error = letter.failures().isEmpty() ? "" : letter.failures().getLast().error();
    return new DeliveryState(DeliveryState.Stage.FAILED, "", 0, 0, letter.attempts(), error);
  }
}
