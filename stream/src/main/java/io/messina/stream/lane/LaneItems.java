package io.messina.stream.lane;

import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.lane.LogItem.DamagedRow;
import io.messina.stream.lane.LogItem.MissingRows;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.record.DecodedBatch.DamagedBatch;
import io.messina.stream.record.DecodedBatch.NewerBatch;
import io.messina.stream.record.RecordBatch;
import io.messina.stream.record.RecordBatchCodec;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Turns the rows of a lane's segments into items, including gaps. */
final class LaneItems implements Iterator<LogItem> {

  private final Store store;
  private final LaneId lane;
  private final Iterator<Segment> segments;
  private final long end;
  private final boolean damagedEnd;

  /** When reading began. */
  private final Instant now;

  private final Deque<LogItem> ready = new ArrayDeque<>();
  private Optional<Segment> current = Optional.empty();
  private Optional<Segment> following;
  private Optional<DamagedRow> damaged = Optional.empty();
  private Iterator<Row> rows = Collections.emptyIterator();
  private boolean started;

  /** Where the next item begins. */
  private long next;

  /** As {@link LaneSegments#read}. */
  LaneItems(
      Store store,
      LaneId lane,
      Iterator<Segment> segments,
      Instant now,
      long from,
      long end,
      boolean damagedEnd) {
    this.store = store;
    this.lane = lane;
    this.segments = segments;
    this.following = advance();
    this.next = from;
    this.end = end;
    this.damagedEnd = damagedEnd;
    this.now = now;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && (next < end || damaged.isPresent())) {
      if (rows.hasNext()) {
        take(rows.next());
      } else {
        nextSegment();
      }
    }
    return !ready.isEmpty();
  }

  @Override
  public LogItem next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the lane is read to its end");
    }
    return ready.remove();
  }

  private void take(Row row) {
    long first = LaneTables.firstSequence(row);
    if (first >= segmentEnd()) {
      // Rows behind the cut of a lane never count.
      rows = Collections.emptyIterator();
      return;
    }
    passTo(first);
    Segment segment = current.orElseThrow();
    switch (RecordBatchCodec.decode(LaneTables.batch(row))) {
      case RecordBatch batch -> {
        long behind = first + batch.events().size();
        if (behind > next || first == next) {
          ready.add(
              damagedEnd && behind >= end
                  ? damaged(first, end, segment, "it could not be read when the lane was cut")
                  : new StoredBatch(lane.at(first), segment.number(), batch));
          next = behind;
        }
      }
      case DamagedBatch broken ->
          damaged = Optional.of(damaged(first, first, segment, broken.reason()));
      case NewerBatch newer -> throw new NewerLogException(lane, lane.at(first), newer.version());
    }
  }

  private DamagedRow damaged(long first, long behind, Segment segment, String reason) {
    return new DamagedRow(lane.at(first), lane.at(behind), segment.number(), reason);
  }

  /**
   * Moves on to where a row or a segment begins, and adds an item for what is missing before it.
   */
  private void passTo(long place) {
    if (damaged.isPresent()) {
      DamagedRow row = damaged.get();
      damaged = Optional.empty();
      long behind = Math.max(place, row.first().sequence() + 1);
      if (behind > next) {
        ready.add(new DamagedRow(row.first(), lane.at(behind), row.segment(), row.reason()));
        next = behind;
      }
    } else if (place > next) {
      ready.add(new MissingRows(lane.at(next), lane.at(place)));
      next = place;
    }
  }

  private void nextSegment() {
    if (following.isEmpty()) {
      passTo(end);
      return;
    }
    Segment segment = following.get();
    passTo(started ? segment.firstSequence() : Math.max(next, segment.firstSequence()));
    started = true;
    current = following;
    following = advance();
    if (isExpired(segment)) {
      rows = Collections.emptyIterator();
    } else {
      open(segment);
    }
  }

  /**
   * Whether a whole segment has expired: even its last event, which is older than the first of the
   * next one. A database keeps tombstones of expired rows for days, and a read of too many of them
   * fails; so the segment is not read.
   */
  private boolean isExpired(Segment segment) {
    return following.isPresent()
        && segment.retention().isOver(following.get().firstAppendMicros(), now);
  }

  /** Begins with the row that contains the next item, which may begin before it. */
  private void open(Segment segment) {
    Iterator<Row> from =
        store.scan(Scan.of(LaneTables.log(lane, segment), LaneTables.rowsFrom(segment, next)));
    rows = from;
    if (next > segment.firstSequence()) {
      Optional<Row> first = from.hasNext() ? Optional.of(from.next()) : Optional.empty();
      if (first.filter(row -> LaneTables.firstSequence(row) == next).isEmpty()) {
        store
            .scan(
                Scan.of(LaneTables.log(lane, segment), LaneTables.rowsUpTo(segment, next))
                    .reverse()
                    .first(1))
            .forEachRemaining(this::take);
      }
      first.ifPresent(this::take);
    }
  }

  private long segmentEnd() {
    return Math.min(end, following.map(Segment::firstSequence).orElse(end));
  }

  private Optional<Segment> advance() {
    return segments.hasNext() ? Optional.of(segments.next()) : Optional.empty();
  }
}
