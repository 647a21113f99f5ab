package io.messina.stream.shard;

import io.messina.stream.lane.LaneErasure;
import io.messina.stream.lane.LaneId;
import io.messina.stream.ownership.ShardTable;
import io.messina.stream.state.ShardSite;

/**
 * Deletes what a shard of a deleted stream holds: events, segments and fenced state, of which the
 * fence alone stays. What expires by itself, as idempotency keys do, is left to do so.
 */
final class ShardErasure {

  private ShardErasure() {}

  static void erase(ShardSite site, Cuts cuts) {
    LaneErasure lanes = new LaneErasure(site.store(), site.timestamps());
    site.persist(
        () -> {
          cuts.lanes().keySet().forEach(epoch -> lanes.erase(new LaneId(site.shard(), epoch)));
          lanes.erase(new LaneId(site.shard(), site.owned().epoch()));
        });
    var _ = site.owned().writer().write(batch -> batch.delete(ShardTable.SHARDS.rows()));
  }
}
