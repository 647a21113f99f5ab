package io.messina.features.node;

import io.messina.runtime.Micros;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.stream.StoredEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * The marks of a feature for one shard. A mark is written as of the append time of the last event
 * that it covers, which only grows within a shard: of several processes that write it, the furthest
 * one wins, without any knowledge of the others.
 *
 * @param store with the table {@link FeedMarkTable#FEED_MARKS}
 * @param partition of the feature's version, the shard, and how its events are read
 */
record FeedMarks(Store store, PartitionKey partition) {

  /** As they are in the store now. */
  Stretches read() {
    List<Stretch> stretches = new ArrayList<>();
    store
        .scan(FeedMarkTable.scan(partition))
        .forEachRemaining(row -> stretches.add(FeedMarkTable.stretch(row)));
    return new Stretches(stretches);
  }

  /**
   * Writes a stretch in place of the stretches that it contains. If others have extended one of
   * these beyond its end, theirs has a later append time, and stays.
   *
   * @param last its last event
   */
  void write(Stretch grown, List<Stretch> swallowed, StoredEvent last) {
    PlainBatch.Builder batch = PlainBatch.in(partition, Micros.of(last.appendTime()));
    batch.put(FeedMarkTable.row(partition, grown));
    swallowed.forEach(stretch -> batch.delete(FeedMarkTable.key(partition, stretch)));
    store.write(batch.build());
  }
}
