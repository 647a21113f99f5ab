package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Finds where lanes end, and rows that appeared behind the ends.
 *
 * <p>A lane has no holes: its writer sends a row only once the one before is durable, and then
 * every read sees that one. So the last row that a read sees is the end of all that can have been
 * acknowledged; at most one more row is in flight, and its writer, deposed before the read began,
 * will not acknowledge it. The same is true for the row of a segment, which is durable before its
 * first row is sent.
 *
 * <p>Rows count that have expired by this process's clock as well: if it is ahead, others still
 * show and acknowledge by theirs what a cut without them would lose.
 */
public record LaneEnds(Store store) {

  /** If the last row is damaged, how many earlier rows are read to find one with an append time. */
  private static final int DAMAGED_ROWS_MAX = 16;

  /**
   * The end of a lane whose owner is deposed: the cut, which the next owner records with its fence
   * before it shows or acknowledges anything. A row counts if its first sequence is below the cut.
   *
   * @param lane the lane
   * @param cut the sequence after the last event found; 0 if there is none
   * @param nextAppendMicros the least append time of the next lane; 0 if no row is left that tells
   *     it
   * @param damaged whether the row before the cut could not be read. The row then stays damaged for
   *     all readers, even if it can be read later, because some have skipped it
   */
  public record LaneEnd(LaneId lane, long cut, long nextAppendMicros, boolean damaged) {}

  /**
   * Finds the end of a lane, in two small reads. To be called only after the lane's owner was
   * deposed by a fenced write that was answered; a later call may find more, until the cut is
   * recorded.
   *
   * @throws NewerLogException if a newer version wrote the last row
   */
  public LaneEnd find(LaneId lane) {
    Iterator<Row> newest =
        store.scan(Scan.of(LaneTables.segments(lane)).reverse().first(1).withExpired());
    return newest.hasNext()
        ? find(lane, LaneTables.segment(newest.next()))
        : new LaneEnd(lane, 0, 0, false);
  }

  /**
   * Finds rows behind a cut: written by a deposed owner, never acknowledged and never shown. Each
   * deserves an alarm, because it tells how late writes of this store can be.
   *
   * @param lane a lane that was cut
   * @param cut its cut
   * @param rowsMax how many at most
   * @return where such rows begin, in their order
   */
  public List<Position> behind(LaneId lane, long cut, int rowsMax) {
    List<Position> found = new ArrayList<>();
    List<Segment> segments = new LaneSegments(store, lane, false).below(Long.MAX_VALUE);
    for (int i = 0; i < segments.size() && found.size() < rowsMax; i++) {
      boolean endsBefore = i + 1 < segments.size() && segments.get(i + 1).firstSequence() <= cut;
      if (!endsBefore) {
        addRows(lane, segments.get(i), cut, rowsMax, found);
      }
    }
    return found;
  }

  private void addRows(LaneId lane, Segment segment, long cut, int rowsMax, List<Position> found) {
    store
        .scan(
            Scan.of(LaneTables.log(lane, segment), LaneTables.rowsFrom(segment, cut))
                .first(rowsMax - found.size()))
        .forEachRemaining(row -> found.add(lane.at(row.get(LogColumns.FIRST_SEQUENCE))));
  }

  private LaneEnd find(LaneId lane, Segment segment) {
    Iterator<Row> newestFirst =
        store.scan(
            Scan.of(LaneTables.log(lane, segment)).reverse().first(DAMAGED_ROWS_MAX).withExpired());
    if (!newestFirst.hasNext()) {
      return new LaneEnd(lane, segment.firstSequence(), segment.firstAppendMicros(), false);
    }
    Row last = newestFirst.next();
    long first = last.get(LogColumns.FIRST_SEQUENCE);
    Optional<RecordBatch> batch = decode(lane, last);
    boolean damaged = batch.isEmpty();
    // It is unknown how many events a damaged row had; it counts as one.
    long cut = first + batch.map(events -> events.count()).orElse(1);
    while (batch.isEmpty() && newestFirst.hasNext()) {
      batch = decode(lane, newestFirst.next());
    }
    return new LaneEnd(
        lane,
        cut,
        batch.map(RecordBatch::endMicros).orElseGet(segment::firstAppendMicros),
        damaged);
  }

  private static Optional<RecordBatch> decode(LaneId lane, Row row) {
    return switch (RecordBatchCodec.decode(row.get(LogColumns.BATCH))) {
      case RecordBatch batch -> Optional.of(batch);
      case DamagedBatch _ -> Optional.empty();
      case NewerBatch newer ->
          throw new NewerLogException(
              lane, lane.at(row.get(LogColumns.FIRST_SEQUENCE)), newer.version());
    };
  }
}
