package io.messina.stream.node;

import io.messina.runtime.FencedWrite;
import io.messina.store.PlainBatch;
import io.messina.stream.append.Schedule;
import io.messina.stream.group.GroupErasure;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneTables;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.ownership.ShardTable;

/**
 * Deletes the data of a shard of a deleted stream: events, segments, delayed events, dead letters
 * and at last the fenced state, which tells where the others are, and of which only the fence
 * remains. Rows that expire by themselves, such as idempotency keys, are left.
 */
final class ShardErasure {

  private ShardErasure() {}

  /** Deletes all. Returns false if the shard was lost. */
  static boolean erase(ShardSite site, SavedState saved, Cuts cuts) {
    boolean plainsGone =
        site.persist(
            () -> {
              cuts.lanes()
                  .keySet()
                  .forEach(
                      epoch ->
                          LaneTables.erase(
                              site.context().store(),
                              new LaneId(site.shard(), epoch),
                              site.timestamps()));
              saved.section(Section.DUE).keySet().forEach(bucket -> eraseDelayed(site, bucket));
            });
    return plainsGone
        && GroupErasure.erase(site, saved)
        && site.owned().writer().write(batch -> batch.delete(ShardTable.SHARDS.rows()))
            instanceof FencedWrite.Applied;
  }

  private static void eraseDelayed(ShardSite site, String bucket) {
    site.context()
        .store()
        .write(
            PlainBatch.in(
                    Schedule.partition(site.shard(), Long.parseLong(bucket)),
                    site.timestamps().next())
                .deletePartition()
                .build());
  }
}
