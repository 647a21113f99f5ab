package io.messina.features.feed;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.stream.Position;
import io.messina.stream.StoredEvent;
import io.messina.stream.time.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a feed has fed to a feature from one shard. A mark is written as of the append time of the
 * last event that it covers, which only grows within a shard: of several processes that write it,
 * the one that has come furthest wins, whatever any of them knows of the others.
 *
 * @param store with the table {@link FeedMarkTable#FEED_MARKS}
 * @param partition of the feed and the shard
 * @param featureKey the feature's version
 */
record FeedMarks(Store store, PartitionKey partition, String featureKey) {

  /** Beyond so many stretches gaps count as fed: each stands for a group sought ahead. */
  static final int STRETCHES_MAX = 64;

  /** The stretches in the order of their first events, as they are in the store now. */
  List<Stretch> read() {
    List<Stretch> stretches = new ArrayList<>();
    store
        .scan(FeedMarkTable.scan(partition, featureKey))
        .forEachRemaining(row -> stretches.add(FeedMarkTable.stretch(row)));
    return stretches;
  }

  /** The stretch that an event belongs to, or a new one that ends with it. */
  Stretch find(Position first, Gaps gaps) {
    List<Stretch> stretches = read();
    Optional<Stretch> holding =
        stretches.stream().filter(stretch -> stretch.reaches(first)).findFirst();
    if (holding.isPresent()) {
      return holding.get();
    }
    Optional<Stretch> before =
        stretches.stream()
            .filter(stretch -> stretch.last().compareTo(first) < 0)
            .reduce((one, other) -> one.last().compareTo(other.last()) > 0 ? one : other)
            .filter(
                stretch ->
                    stretches.size() >= STRETCHES_MAX || !gaps.isAnyBetween(stretch.last(), first));
    Position begin = stretches.size() < STRETCHES_MAX ? first : Position.START;
    return before.orElseGet(() -> new Stretch(begin, first)).to(first);
  }

  void write(Stretch stretch, StoredEvent last) {
    store.write(
        PlainBatch.in(partition, Micros.of(last.appendTime()))
            .put(FeedMarkTable.row(partition, featureKey, stretch))
            .build());
  }

  /** Whether a shard has events that were left out. */
  @FunctionalInterface
  interface Gaps {

    /** Whether any event that is still there stands between two. */
    boolean isAnyBetween(Position last, Position first);
  }
}
