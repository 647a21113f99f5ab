package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.stream.owner.Commit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at the notes of shards, which name what is there, and never an earlier snapshot again. */
final class WatchedNotes {

  private final SimulatedPlace place;
  private final Map<Integer, Long> newest = new HashMap<>();
  private final List<String> wrong = new ArrayList<>();

  WatchedNotes(SimulatedPlace place) {
    this.place = place;
  }

  List<String> wrong() {
    return wrong;
  }

  /** Looks by way of a server, in one of its threads. */
  void look(AggregateMachine.Begun begun) {
    for (int shard = 0; shard < AggregateWorld.SHARDS; shard++) {
      long before = newest.getOrDefault(shard, -1L);
      Optional<String> note = begun.followed(shard).map(Commit::note);
      if (note.isPresent()) {
        look(begun, shard, note.get(), before);
      }
    }
  }

  private void look(AggregateMachine.Begun begun, int shard, String note, long before) {
    long next = ShardSnapshots.newest(note);
    if (next < before) {
      wrong.add("note went back: shard %d from %d to %s".formatted(shard, before, note));
    }
    newest.merge(shard, next, Math::max);
    List<String> missing = place.missing(begun.prefix(shard), note);
    // A note that was replaced meanwhile may name what is swept.
    if (!missing.isEmpty() && begun.followed(shard).map(Commit::note).equals(Optional.of(note))) {
      wrong.add("named: shard %d misses %s of %s".formatted(shard, missing, note));
    }
  }
}
