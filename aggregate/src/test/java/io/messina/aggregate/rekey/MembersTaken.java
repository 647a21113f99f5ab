package io.messina.aggregate.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.Origin;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.ShardPlacement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A stream of members, as streams take numbered batches: each shard takes what it lacks of a batch,
 * by the number and how many events of it are there.
 */
final class MembersTaken {

  static final int SHARDS = 4;
  private static final ShardPlacement PLACEMENT = new ShardPlacement(SHARDS);
  private static final MemberEvents EVENTS = new MemberEvents(SHARDS);

  private final List<List<Event>> shards = new ArrayList<>();
  private final Map<Long, List<Event>> batches = new HashMap<>();
  private final List<Map<Long, Integer>> partly = new ArrayList<>();
  private final List<Set<Long>> whole = new ArrayList<>();
  private int repeats;

  MembersTaken() {
    for (int i = 0; i < SHARDS; i++) {
      shards.add(new ArrayList<>());
      partly.add(new HashMap<>());
      whole.add(new HashSet<>());
    }
  }

  /** How many batches came more than once. */
  int repeats() {
    return repeats;
  }

  /** Takes all, or of each shard's part only the beginning. */
  void take(List<Event> events, SplittableRandom random, boolean all) {
    events.getFirst().sourceBatch().ifPresent(batch -> seen(batch.number(), events));
    for (int shard = 0; shard < SHARDS; shard++) {
      int number = shard;
      List<Event> part =
          events.stream().filter(event -> PLACEMENT.shardOf(key(event)) == number).toList();
      if (!part.isEmpty()) {
        take(shard, part, all ? part.size() : random.nextInt(part.size() + 1));
      }
    }
  }

  private static Bytes key(Event event) {
    return event.key().orElseThrow();
  }

  private void seen(long number, List<Event> events) {
    List<Event> before = batches.put(number, events);
    if (before != null) {
      repeats++;
      assertThat(events).as("batch " + number + " that is sent again").isEqualTo(before);
    }
  }

  private void take(int shard, List<Event> part, int most) {
    if (part.getFirst().sourceBatch().isEmpty()) {
      shards.get(shard).addAll(part.subList(0, most));
      return;
    }
    long number = part.getFirst().sourceBatch().orElseThrow().number();
    int there = partly.get(shard).getOrDefault(number, 0);
    if (!whole.get(shard).contains(number) && most > there) {
      shards.get(shard).addAll(part.subList(there, most));
      partly.get(shard).put(number, most);
      if (most == part.size()) {
        whole.get(shard).add(number);
      }
    }
  }

  /** What a shard has. */
  List<Origin> origins(int shard) {
    return shards.get(shard).stream().map(MembersTaken::origin).toList();
  }

  /** Everything, shard by shard. */
  List<Event> all() {
    return shards.stream().flatMap(List::stream).toList();
  }

  static Origin origin(Event event) {
    return EVENTS.of(
        new StoredEvent(new EventAddress(1, 0, 0, Position.START), event, Instant.EPOCH));
  }
}
