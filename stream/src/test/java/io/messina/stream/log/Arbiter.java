package io.messina.stream.log;

import io.messina.api.StreamName;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.log.LaneEnds.LaneEnd;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Hands out the epochs of one shard as a fenced partition would, without a store. */
final class Arbiter {

  static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 3);

  private final NavigableMap<Integer, Long> cuts = new TreeMap<>();
  private int epoch;
  private long timestampsUntil;
  private long floorMicros;

  /** Deposes whoever owns the shard. */
  int take() {
    return ++epoch;
  }

  boolean holds(int owner) {
    return owner == epoch;
  }

  List<LaneId> uncut() {
    return IntStream.range(1, epoch)
        .filter(each -> !cuts.containsKey(each))
        .mapToObj(each -> new LaneId(SHARD, each))
        .toList();
  }

  /** Whether the cuts stand recorded. */
  boolean record(int owner, List<LaneEnd> ends) {
    if (!holds(owner)) {
      return false;
    }
    for (LaneEnd end : ends) {
      cuts.put(end.lane().epoch(), end.cut());
      floorMicros = Math.max(floorMicros, end.nextAppendMicros());
    }
    return true;
  }

  NavigableMap<Integer, Long> cuts() {
    return new TreeMap<>(cuts);
  }

  long floorMicros() {
    return floorMicros;
  }

  /** Lets an owner use one more timestamp. */
  long timestamp(int owner, long nowMicros) {
    if (!holds(owner)) {
      throw new IllegalStateException("epoch: " + owner + " (expected: " + epoch + ")");
    }
    timestampsUntil = Math.max(timestampsUntil + 1, nowMicros);
    return timestampsUntil;
  }
}
