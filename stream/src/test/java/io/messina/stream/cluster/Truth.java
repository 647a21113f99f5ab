package io.messina.stream.cluster;

import io.messina.api.Position;
import io.messina.runtime.Micros;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.stream.EventAddress;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.ownership.ShardTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a shard holds, once all nodes have ended.
 *
 * @param log its one order
 * @param holes what stands in it in place of events that must have been there
 * @param behindCuts where rows stand behind a cut
 * @param epochs how many owners it has had
 */
record Truth(List<StoredEvent> log, List<String> holes, Set<Place> behindCuts, long epochs) {

  /**
   * Reads a shard past all nodes, once none of them writes any more.
   *
   * @param direct the store, which never fails here
   * @param recorded the cuts that stand recorded; what is not cut yet counts to its end
   */
  static Truth read(Store direct, ShardId shard, NavigableMap<Integer, Long> recorded) {
    return new Reader(direct, shard, recorded).read();
  }

  private static final class Reader {
    private static final int BEHIND_MAX = 1_000;

    private final Store direct;
    private final ShardId shard;
    private final NavigableMap<Integer, Long> cuts;
    private final List<String> holes = new ArrayList<>();

    Reader(Store direct, ShardId shard, NavigableMap<Integer, Long> recorded) {
      this.direct = direct;
      this.shard = shard;
      this.cuts = new TreeMap<>(recorded);
      LaneEnds ends = new LaneEnds(direct);
      for (int epoch = 1; epoch <= lastEpoch(); epoch++) {
        cuts.computeIfAbsent(epoch, each -> ends.find(new LaneId(shard, each)).cut());
      }
    }

    Truth read() {
      return new Truth(log(), holes, behindCuts(), lastEpoch());
    }

    private List<StoredEvent> log() {
      List<StoredEvent> events = new ArrayList<>();
      Iterator<LogItem> items =
          new ShardLog(
                  direct,
                  () -> Instant.EPOCH,
                  shard,
                  cuts,
                  Set.of(),
                  Position.START,
                  Optional.empty())
              .read(Position.START);
      while (items.hasNext()) {
        LogItem item = items.next();
        if (item instanceof StoredBatch batch) {
          add(batch, events);
        } else {
          holes.add(shard + ": " + item + " (expected: nothing but batches)");
        }
      }
      return events;
    }

    private void add(StoredBatch batch, List<StoredEvent> events) {
      for (int i = 0; i < batch.batch().events().size(); i++) {
        events.add(
            new StoredEvent(
                new EventAddress(
                    shard.stream().generation(),
                    shard.number(),
                    batch.segment(),
                    batch.position(i)),
                batch.batch().events().get(i),
                Micros.toInstant(batch.batch().appendMicros(i))));
      }
    }

    private Set<Place> behindCuts() {
      Set<Place> behind = new LinkedHashSet<>();
      LaneEnds ends = new LaneEnds(direct);
      cuts.forEach(
          (epoch, cut) ->
              ends.behind(new LaneId(shard, epoch), cut, BEHIND_MAX)
                  .forEach(position -> behind.add(new Place(shard.number(), position))));
      return behind;
    }

    private long lastEpoch() {
      return direct
          .getStatic(ShardTable.partition(shard, 0))
          .map(StaticRow::fence)
          .map(fence -> fence.epoch())
          .orElse(0L);
    }
  }
}
