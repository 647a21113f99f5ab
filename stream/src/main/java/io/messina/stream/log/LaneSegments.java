package io.messina.stream.log;

import io.messina.runtime.Mutex;
import io.messina.store.ClusteringRange;
import io.messina.store.PartitionKey;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.stream.log.DecodedBatch.DamagedBatch;
import io.messina.stream.log.DecodedBatch.NewerBatch;
import io.messina.stream.log.LogItem.DamagedRow;
import io.messina.stream.log.LogItem.MissingRows;
import io.messina.stream.log.LogItem.StoredBatch;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The segments of a lane, as far as they were needed. Known segments never change, so only newer
 * ones are read. Safe for use by many threads.
 */
final class LaneSegments {

  private final Store store;
  private final LaneId lane;
  private final boolean expiredToo;
  private final Mutex lock = new Mutex();
  private List<Segment> known = List.of(); // under the lock
  private long knownTo; // under the lock

  /**
   * Segments of which none is known yet.
   *
   * @param expiredToo whether what has expired is read as well, as far as it is still there
   */
  LaneSegments(Store store, LaneId lane, boolean expiredToo) {
    this.store = store;
    this.lane = lane;
    this.expiredToo = expiredToo;
  }

  /**
   * Reads the items between two places.
   *
   * @param from a sequence; if it is within a row, the whole row is returned
   * @param end the sequence after the last: the cut of the lane, or the high watermark of the own
   *     one; rows that begin at or after it are not returned
   * @param damagedEnd whether the last row could not be read when the lane was cut. It stays
   *     damaged, even if it can be read later, so that all readers see the same
   * @param now tells which segments have expired
   * @return batches, damaged rows and stretches of missing ones, each beginning where the one
   *     before it ended, for one thread; read page by page as the iterator is advanced, which
   *     throws as {@link Store} does, and {@link NewerLogException}
   */
  Iterator<LogItem> read(long from, long end, boolean damagedEnd, Instant now) {
    List<Segment> below = below(end);
    int index = below.size() - 1;
    while (index > 0 && below.get(index).firstSequence() > from) {
      index--;
    }
    List<Segment> read = below.subList(Math.max(index, 0), below.size());
    return new LaneItems(read, from, end, damagedEnd, now);
  }

  /**
   * The segments that begin below an end, below which nothing is appended any more.
   *
   * @return in their order; without those whose rows have expired
   */
  List<Segment> below(long end) {
    List<Segment> all = knownTo(end);
    int count = all.size();
    while (count > 0 && all.get(count - 1).firstSequence() >= end) {
      count--;
    }
    return all.subList(0, count);
  }

  private List<Segment> knownTo(long end) {
    try (var _ = lock.hold()) {
      return end > knownTo ? learn(end) : known;
    }
  }

  private List<Segment> learn(long end) {
    int from = known.isEmpty() ? 0 : known.getLast().number() + 1;
    List<Segment> all = new ArrayList<>(known);
    store
        .scan(scan(LaneTables.segments(lane), LaneTables.segmentsFrom(from)))
        .forEachRemaining(row -> all.add(LaneTables.segment(row)));
    // A row at or after the end may never count, or may not be written yet.
    all.removeIf(segment -> segment.firstSequence() >= end);
    known = List.copyOf(all);
    knownTo = end;
    return known;
  }

  private Scan scan(PartitionKey partition, ClusteringRange range) {
    Scan unexpired = Scan.of(partition, range);
    return expiredToo ? unexpired.withExpired() : unexpired;
  }

  /** Turns the rows of segments into items, including gaps. */
  private final class LaneItems implements Iterator<LogItem> {

    private final List<Segment> segments;
    private final long end;
    private final boolean damagedEnd;

    /** When reading began. */
    private final Instant now;

    private final Deque<LogItem> ready = new ArrayDeque<>();
    private int at = -1;
    private Optional<DamagedRow> damaged = Optional.empty();
    private Iterator<Row> rows = Collections.emptyIterator();

    /** Where the next item begins. */
    private long next;

    /** As {@link #read}. */
    LaneItems(List<Segment> segments, long from, long end, boolean damagedEnd, Instant now) {
      this.segments = segments;
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
      long first = row.get(LogColumns.FIRST_SEQUENCE);
      if (first >= segmentEnd()) {
        // Rows behind the cut of a lane never count.
        rows = Collections.emptyIterator();
        return;
      }
      passTo(first);
      Segment segment = segments.get(at);
      switch (RecordBatchCodec.decode(row.get(LogColumns.BATCH))) {
        case RecordBatch batch -> {
          long behind = first + batch.count();
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
      if (at + 1 == segments.size()) {
        passTo(end);
        return;
      }
      at++;
      Segment segment = segments.get(at);
      passTo(at > 0 ? segment.firstSequence() : Math.max(next, segment.firstSequence()));
      rows = Collections.emptyIterator();
      if (expiredToo || !isExpired(segment)) {
        open(segment);
      }
    }

    /**
     * Whether a whole segment has expired: even its last event, which is older than the first of
     * the next one. A database keeps tombstones of expired rows for days, and a read of too many of
     * them fails; so the segment is not read.
     */
    private boolean isExpired(Segment segment) {
      return following()
          .filter(behind -> segment.retention().isOver(behind.firstAppendMicros(), now))
          .isPresent();
    }

    /** Begins with the row that contains the next item, which may begin before it. */
    private void open(Segment segment) {
      Iterator<Row> from =
          store.scan(scan(LaneTables.log(lane, segment), LaneTables.rowsFrom(segment, next)));
      rows = from;
      if (next > segment.firstSequence()) {
        Optional<Row> first = from.hasNext() ? Optional.of(from.next()) : Optional.empty();
        if (first.filter(row -> row.get(LogColumns.FIRST_SEQUENCE) == next).isEmpty()) {
          store
              .scan(
                  scan(LaneTables.log(lane, segment), LaneTables.rowsUpTo(segment, next))
                      .reverse()
                      .first(1))
              .forEachRemaining(this::take);
        }
        first.ifPresent(this::take);
      }
    }

    private long segmentEnd() {
      return following().map(Segment::firstSequence).orElse(end);
    }

    private Optional<Segment> following() {
      return at + 1 < segments.size() ? Optional.of(segments.get(at + 1)) : Optional.empty();
    }
  }
}
