package io.messina.stream.lane;

import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.store.Store;

/** Deletes lanes of a deleted stream. */
public final class LaneErasure {

  private final Store store;
  private final WriteTimestamps timestamps;

  /**
   * Deletes with the timestamps of the shard's owner, which are above those of all its rows.
   *
   * @param store of the lanes
   * @param timestamps for its plain writes
   */
  public LaneErasure(Store store, WriteTimestamps timestamps) {
    this.store = store;
    this.timestamps = timestamps;
  }

  /**
   * Deletes all events and segments of a lane. A repeat changes nothing.
   *
   * @param lane to which nothing is appended any more
   */
  public void erase(LaneId lane) {
    PartitionKey segments = LaneTables.segments(lane);
    store
        .scan(Scan.of(segments))
        .forEachRemaining(row -> delete(LaneTables.log(lane, LaneTables.segment(row))));
    // Last, because without it nobody would find the others.
    delete(segments);
  }

  private void delete(PartitionKey partition) {
    store.write(PlainBatch.in(partition, timestamps.next()).deletePartition().build());
  }
}
