package io.messina.features.node;

import io.messina.api.Position;
import io.messina.api.feature.AddedItems;
import io.messina.api.feature.FeedCounts;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counts of a feed on this node. Safe for use by many threads. */
final class FeedTally {

  private static final Logger LOG = LoggerFactory.getLogger(FeedTally.class);

  private final AtomicLong fed = new AtomicLong();
  private final AtomicLong expired = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong passed = new AtomicLong();
  private final AtomicReference<Optional<String>> lastSkip =
      new AtomicReference<>(Optional.empty());
  private final EventGuard guard = new EventGuard("a feed");
  private final Map<Integer, Instant> reached = new ConcurrentHashMap<>();
  private final Map<Integer, String> troubles = new ConcurrentSkipListMap<>();
  private final Map<Integer, Lost> lost = new ConcurrentSkipListMap<>();

  /** Stretches of events that had expired before they were read. */
  private record Lost(int stretches, Position end) {

    Lost plus(Lost later) {
      return new Lost(stretches + later.stretches, later.end);
    }

    @Override
    public String toString() {
      return "events had expired before they were read, in %d stretches, the last one up to %s: the feature does not have them"
          .formatted(stretches, end);
    }
  }

  void fed() {
    fed.incrementAndGet();
  }

  void fed(AddedItems added) {
    fed.addAndGet(added.stored());
    expired.addAndGet(added.expired());
  }

  void passed(int events) {
    passed.addAndGet(events);
  }

  void skipped(String why) {
    skipped.incrementAndGet();
    lastSkip.set(Optional.of(why));
  }

  /** An event is skipped for which something was thrown that no event should cause. */
  void unforeseen(StoredEvent event, Throwable failure) {
    guard.skip(event, failure);
    skipped(event.id() + ": " + failure);
  }

  /** Notes how far a shard is handled: all events before this one are. */
  void at(StoredEvent event) {
    reached.put(event.id().shard(), event.appendTime());
  }

  /** When the event was appended up to which a shard is handled; unknown before the first one. */
  Optional<Instant> reached(int shard) {
    return Optional.ofNullable(reached.get(shard));
  }

  /** Forgets the shards that other nodes handle now. */
  void forgetOthers(Set<Integer> shards) {
    reached.keySet().retainAll(shards);
  }

  /** A batch of a shard failed. */
  void met(int shard, RuntimeException failure) {
    troubles.put(shard, String.valueOf(failure.getMessage()));
  }

  /** A batch of a shard succeeded. */
  void over(int shard) {
    troubles.remove(shard);
  }

  /** Events of a shard had expired before they were read. */
  void lost(int shard, List<Position> ends) {
    Lost all = lost.merge(shard, new Lost(ends.size(), ends.getLast()), Lost::plus);
    LOG.error("shard {}: {}", shard, all);
  }

  /**
   * The reason why one of these shards does not advance, or the events of it that are missing, or
   * the event that was skipped for an unforeseen reason.
   */
  Optional<String> trouble(IntPredicate shards) {
    return first(troubles, shards).or(() -> first(lost, shards)).or(guard::trouble);
  }

  private static Optional<String> first(Map<Integer, ?> ofShards, IntPredicate shards) {
    return ofShards.entrySet().stream()
        .filter(each -> shards.test(each.getKey()))
        .map(each -> "shard " + each.getKey() + ": " + each.getValue())
        .findFirst();
  }

  FeedCounts read() {
    return new FeedCounts(fed.get(), expired.get(), skipped.get(), passed.get(), lastSkip.get());
  }
}
