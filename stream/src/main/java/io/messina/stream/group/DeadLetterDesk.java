package io.messina.stream.group;

import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Effect;
import io.messina.stream.delivery.EventState;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.state.ShardSite;
import io.messina.stream.time.Joined;
import java.util.ArrayList;
import java.util.List;

/** What people ask of the dead letters of one group on one shard. Safe for use by many threads. */
final class DeadLetterDesk {

  private final ShardSite site;
  private final ClaimGroup group;
  private final DeadLetters letters;
  private final Burials burials;
  private final StretchReader stretches;

  DeadLetterDesk(
      ShardSite site,
      ClaimGroup group,
      DeadLetters letters,
      Burials burials,
      StretchReader stretches) {
    this.site = site;
    this.group = group;
    this.letters = letters;
    this.burials = burials;
    this.stretches = stretches;
  }

  List<DeadEvent> read(Position from, int max) {
    Joined.join(burials.cleaned());
    return letters.read(from.packed(), max);
  }

  List<Position> redrive(List<Position> positions) {
    Joined.join(burials.cleaned());
    List<StoredEvent> found = new ArrayList<>();
    positions.forEach(position -> letters.event(position.packed()).ifPresent(found::add));
    List<Position> accepted =
        group.turn(
            (core, now) ->
                found.stream()
                    .map(event -> new Wish(event.id().position(), stretches.key(event.event())))
                    .filter(wish -> !group.going().contains(wish.packed()))
                    .filter(wish -> core.redrive(wish.packed(), wish.key(), now))
                    .map(Wish::position)
                    .toList());
    if (!accepted.isEmpty()) {
      group.ask(true, Effect.Done.class, (core, ticket, now) -> core.sync(ticket));
    }
    return accepted;
  }

  /** An event to be redriven, with the hash of its key. */
  private record Wish(Position position, long key) {

    long packed() {
      return position.packed();
    }
  }

  List<Position> discard(List<Position> positions) {
    Joined.join(burials.cleaned());
    List<Position> going =
        group.peek(
            (core, now) ->
                positions.stream()
                    .filter(position -> !core.isUnfinished(position.packed()))
                    .filter(position -> group.going().add(position.packed()))
                    .toList());
    try {
      // Nobody else deletes these meanwhile, so that each letter is counted once.
      List<Position> there =
          going.stream().filter(position -> letters.find(position.packed()).isPresent()).toList();
      if (!letters.delete(packed(there)) || !site.owned().mayAcknowledge()) {
        throw new Ended.Lost(site.shard()).doubt();
      }
      return there;
    } finally {
      group.peek((core, now) -> group.going().removeAll(packed(going)));
    }
  }

  private static List<Long> packed(List<Position> positions) {
    return positions.stream().map(Position::packed).toList();
  }

  EventState state(Position position) {
    EventState state = group.peek((core, now) -> core.state(position.packed()));
    if (state.stage() != EventState.Stage.FINISHED) {
      return state;
    }
    Joined.join(burials.cleaned());
    return letters.find(position.packed()).map(DeadLetterDesk::failed).orElse(state);
  }

  private static EventState failed(DeadEvent dead) {
    DeadLetter letter = dead.letter();
    String error = letter.failures().isEmpty() ? "" : letter.failures().getLast().error();
    return new EventState(EventState.Stage.FAILED, "", 0, letter.attempts(), error);
  }
}
