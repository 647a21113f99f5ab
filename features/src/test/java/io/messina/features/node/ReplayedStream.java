package io.messina.features.node;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A stream of two shards that keeps all events, and where groups are in it. */
final class ReplayedStream {

  static final int SHARDS = 2;

  private final List<List<Told>> shards = List.of(new ArrayList<>(), new ArrayList<>());
  private final Position[] next = {new Position(1, 1), new Position(1, 1)};

  /** An event, what it says, and when its scalar is of. */
  record Told(StoredEvent event, ReplayStep.Said said, Instant at) {}

  List<Told> shard(int number) {
    return shards.get(number);
  }

  void lane(int shard) {
    next[shard] = new Position(next[shard].epoch() + 1, 1);
  }

  void append(
      int shard, String entity, ReplayStep.Said said, Instant time, Instant at, Instant now) {
    Position position = next[shard];
    next[shard] = position.next();
    String link = said.link().map("\"link\":\"%s\","::formatted).orElse("");
    Event event =
        Event.of(
            Bytes.utf8(
                "{\"user\":\"%s\",\"page\":\"%s\",%s\"time\":\"%s\",\"at\":\"%s\"}"
                    .formatted(entity, said.page(), link, time, at)));
    EventAddress id = new EventAddress(1, shard, 0, position);
    shards.get(shard).add(new Told(new StoredEvent(id, event, now), said, at));
  }

  boolean isAnyBetween(int shard, Position last, Position first) {
    return shards.get(shard).stream()
        .map(told -> told.event().id().position())
        .anyMatch(it -> last.compareTo(it) < 0 && it.compareTo(first) < 0);
  }

  /** The time of the nth event of one append. */
  static Instant appended(Instant now, int n) {
    return now.plus(n, ChronoUnit.MICROS);
  }
}
