package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.state.ShardSite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What people ask of the dead letters of one group on one shard. Safe for use by many threads. */
final class DeadLetterDesk {

  private final ShardSite site;
  private final ClaimGroup group;
  private final DeadLetters letters;
  private final DeadLetterWriter writer;
  private final StretchReader stretches;

  DeadLetterDesk(
      ShardSite site,
      ClaimGroup group,
      DeadLetters letters,
      DeadLetterWriter writer,
      StretchReader stretches) {
    this.site = site;
    this.group = group;
    this.letters = letters;
    this.writer = writer;
    this.stretches = stretches;
  }

  /** None only where there are no more. Those that are handed out again are passed over. */
  List<DeadEvent> read(Position from, int max) {
    Futures.join(writer.cleaned());
    List<DeadEvent> there = new ArrayList<>();
    long next = from.packed();
    while (there.isEmpty() && next >= 0) {
      List<DeadEvent> some = letters.read(next, max);
      next = some.isEmpty() ? -1 : some.getLast().letter().position() + 1;
      there.addAll(group.peek((core, now) -> some.stream().filter(staying(core)).toList()));
    }
    return there;
  }

  /** One that is done is none any more, although its row has not gone yet. */
  private static Predicate<DeadEvent> staying(GroupDelivery core) {
    return dead ->
        !core.isLeaving(dead.letter().position()) && !core.isUnfinished(dead.letter().position());
  }

  List<Position> redrive(List<Position> positions) {
    Futures.join(writer.cleaned());
    Taken taken = take(positions);
    try {
      // Nobody else redrives or deletes these meanwhile.
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

  /** Not after a seek: events may have been done since their rows were read. */
  private List<Position> redriven(
      GroupDelivery core, int run, List<StoredEvent> found, long nowMillis) {
    if (core.run() != run) {
      return List.of();
    }
    return found.stream()
        .filter(each -> core.redrive(packed(each), stretches.key(each.event()), nowMillis))
        .map(each -> each.id().position())
        .toList();
  }

  List<Position> discard(List<Position> positions) {
    Futures.join(writer.cleaned());
    Taken taken = take(positions);
    try {
      // Nobody else deletes these meanwhile, so that each letter is counted once.
      List<Position> there =
          taken.positions().stream()
              .filter(position -> letters.find(position.packed()).isPresent())
              .toList();
      // Else the next owner could find its event unfinished, and write its letter once more.
      group.ask(false, Effect.Done.class, (core, ticket, now) -> core.sync(ticket));
      if (!letters.delete(packed(there)) || !site.owned().mayAcknowledge()) {
        throw new Ended.Lost(site.shard()).doubt();
      }
      return there;
    } finally {
      giveBack(taken);
    }
  }

  /** Finished events of which nobody else takes care, and the run in which they are that. */
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

  EventState state(Position position) {
    EventState state = group.peek((core, now) -> core.state(position.packed()));
    if (state.stage() != EventState.Stage.FINISHED || isLeaving(position)) {
      return state;
    }
    Futures.join(writer.cleaned());
    return letters.find(position.packed()).map(DeadLetterDesk::failed).orElse(state);
  }

  private boolean isLeaving(Position position) {
    return group.peek((core, now) -> core.isLeaving(position.packed()));
  }

  private static EventState failed(DeadEvent dead) {
    DeadLetter letter = dead.letter();
    String error = letter.failures().isEmpty() ? "" : letter.failures().getLast().error();
    return new EventState(EventState.Stage.FAILED, "", 0, letter.attempts(), error);
  }
}
