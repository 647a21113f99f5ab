package io.messina.stream.node;

import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.log.ShardRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Picks shards for events: by the key; without a key by the idempotency key or the source, so that
 * a repeat goes to the same shard; otherwise round-robin, one shard for all such events of an
 * append. Safe for use by many threads.
 */
final class Placing {

  /**
   * Steps of the golden ratio visit all shards equally often, even if every second step is used for
   * something else.
   */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final AtomicLong turn;

  Placing(long start) {
    this.turn = new AtomicLong(start);
  }

  /** The shard of events that name none. */
  int any(ShardPlacement placement) {
    return placement.shardOf(turn.getAndAdd(STEP));
  }

  /** Splits an append by shard. Each part keeps the order of the events. */
  ShardRuns place(ShardPlacement placement, List<Event> events) {
    int any = any(placement);
    int first = shardOf(placement, events.getFirst(), any);
    int same = 1;
    while (same < events.size() && shardOf(placement, events.get(same), any) == first) {
      same++;
    }
    return same == events.size()
        ? ShardRuns.whole(first, EventRun.of(events))
        : split(placement, events, any, first, same);
  }

  int place(ShardPlacement placement, Event event) {
    return shardOf(placement, event, any(placement));
  }

  private static ShardRuns split(
      ShardPlacement placement, List<Event> events, int any, int first, int same) {
    int[] partOf = new int[events.size()];
    int[] partOfShard = new int[placement.shards()];
    List<Integer> shards = new ArrayList<>();
    List<List<Event>> split = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      int shard = i < same ? first : shardOf(placement, events.get(i), any);
      if (partOfShard[shard] == 0) {
        shards.add(shard);
        split.add(new ArrayList<>());
        partOfShard[shard] = shards.size();
      }
      partOf[i] = partOfShard[shard] - 1;
      split.get(partOf[i]).add(events.get(i));
    }
    return new ShardRuns(
        events.size(),
        shards.stream().mapToInt(each -> each).toArray(),
        split.stream().map(EventRun::of).toList(),
        partOf);
  }

  private static int shardOf(ShardPlacement placement, Event event, int any) {
    if (placement.shards() == 1) {
      return 0;
    }
    Optional<Bytes> token = token(event);
    return token.isPresent() ? placement.shardOf(token.get()) : any;
  }

  private static Optional<Bytes> token(Event event) {
    if (event.key().isPresent()) {
      return event.key();
    }
    if (event.idempotencyKey().isPresent()) {
      return event.idempotencyKey().map(Bytes::utf8);
    }
    return event.sourceBatch().map(batch -> Bytes.utf8(batch.source()));
  }
}
