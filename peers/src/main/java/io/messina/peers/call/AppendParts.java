package io.messina.peers.call;

import io.messina.api.SourceBatch;
import io.messina.runtime.RequestException.Refused;
import io.messina.stream.ShardId;
import io.messina.stream.log.EventLayout;
import io.messina.stream.log.EventRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parts the events of an append that are too many for one request. The events of a numbered batch
 * stay together, because the rest of a batch that is stored in part by itself would be taken for a
 * repeat.
 */
final class AppendParts implements EventRun.Walker {

  private final ShardId shard;
  private final EventRun events;
  private final int bytesMax;
  private final List<EventRun> parts = new ArrayList<>();
  private final Set<SourceBatch> seen = new HashSet<>();
  private int from; // the first event of the part
  private long fromByte;
  private int cut; // the last event with which another part may begin
  private long cutByte;
  private long at; // behind the event before
  private Optional<SourceBatch> batch = Optional.empty(); // of the event before

  private AppendParts(ShardId shard, EventRun events, int bytesMax) {
    this.shard = shard;
    this.events = events;
    this.bytesMax = bytesMax;
  }

  /**
   * Parts events.
   *
   * @param bytesMax the most bytes of a part
   * @return the parts in their order
   * @throws Refused if a numbered batch, or a run with a key, is longer than a part may be, or the
   *     events of a numbered batch are not next to each other
   */
  static List<EventRun> of(ShardId shard, EventRun events, int bytesMax) {
    if (events.bytes() <= bytesMax) {
      return List.of(events);
    }
    AppendParts parts = new AppendParts(shard, events, bytesMax);
    if (events.key().isPresent()) {
      throw parts.tooLong();
    }
    events.walk(parts);
    parts.parts.add(events.part(parts.from, events.count()));
    return parts.parts;
  }

  @Override
  public void event(int index, EventLayout.Parts layout) {
    Optional<SourceBatch> its = layout.isSimple() ? Optional.empty() : layout.event().sourceBatch();
    if (its.isEmpty() || !its.equals(batch)) {
      its.ifPresent(this::checkNew);
      cut = index;
      cutByte = at;
    }
    batch = its;
    // Where the array begins is not known, so bytes count from behind the first event.
    at = layout.payloadTo();
    if (index == 0) {
      fromByte = at - events.part(0, 1).bytes();
    }
    while (at - fromByte > bytesMax) {
      if (cut == from) {
        throw tooLong();
      }
      parts.add(events.part(from, cut));
      from = cut;
      fromByte = cutByte;
    }
  }

  /** The owner checks it, too, but only within a part. */
  private void checkNew(SourceBatch begun) {
    if (!seen.add(begun)) {
      throw new Refused(
          Refused.Reason.OUT_OF_BOUNDS,
          begun + ": in parts (expected: its events next to each other)");
    }
  }

  private Refused tooLong() {
    return new Refused(
        Refused.Reason.TOO_LARGE,
        shard
            + ": "
            + events.bytes()
            + " bytes of one batch or key, which another node owns (expected: at most "
            + bytesMax
            + ")");
  }
}
