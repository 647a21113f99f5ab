package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.stream.Event;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LogItem;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads into memory from the log: at take-over what former owners appended, and later the keys that
 * memory had freed. Events that have expired are read as well, as far as they are there: keys are
 * remembered for longer than some streams keep events, and the clock may be wrong. May be repeated.
 */
final class Rebuild {

  private static final long WINDOW_MICROS = IdempotencyWindow.LENGTH_DEFAULT.toNanos() / 1_000;
  private static final int ROWS_AT_ONCE = 256;

  private final ShardSite site;
  private final ShardLog log;
  private final ShardLog former;
  private final Deduplication memory;
  private final Spans spans;
  private final long sinceMicros;
  private final Runnable grown;
  private final KeyTable table;

  /**
   * A rebuild of memory.
   *
   * @param log with the own lane
   * @param sinceMicros when this owner took the shard
   * @param grown called without locks when memory may have grown
   */
  Rebuild(
      ShardSite site,
      ShardLog log,
      Deduplication memory,
      Spans spans,
      long sinceMicros,
      Runnable grown) {
    this.site = site;
    this.log = log.withExpired();
    this.former = this.log.former();
    this.memory = memory;
    this.spans = spans;
    this.sinceMicros = sinceMicros;
    this.grown = grown;
    this.table = new KeyTable(site);
  }

  /**
   * Reads all that former owners left. Returns false if the shard is lost.
   *
   * @param mark the last owner's
   */
  boolean atTakeOver(Optional<Position> mark) {
    return site.read(() -> read(former, formerWindow(), mark, false)).orElse(false);
  }

  /**
   * Reads the keys of this owner, and those of former owners that are within the window. Their rows
   * are written, and their numbers are known. Returns false if the shard is lost.
   */
  boolean again() {
    return site.read(() -> read(log, windowNow(), Optional.empty(), true)).orElse(false);
  }

  /**
   * The time for which keys are remembered. It does not move while the shard has no owner, so that
   * no key is forgotten because of an outage: the time between the end of one lane and the
   * beginning of the next does not count, nor does the time after the last lane.
   *
   * @param begin where to begin to read
   * @param shifts by lane, how much time after it did not count, in microseconds
   */
  private record Window(Position begin, NavigableMap<Integer, Long> shifts) {

    /** By how much the append times of a lane are moved to later. */
    long shiftMicros(int epoch) {
      Map.Entry<Integer, Long> shift = shifts.ceilingEntry(epoch);
      return shift == null ? 0 : shift.getValue();
    }
  }

  private Window windowNow() {
    long begin = site.context().nowMicros() - WINDOW_MICROS;
    if (begin < sinceMicros) {
      return formerWindow();
    }
    Position found = log.seek(begin);
    Position own = new Position(site.owned().epoch(), 0);
    return new Window(found.compareTo(own) < 0 ? own : found, new TreeMap<>());
  }

  /** Finds the window in the log of former owners, by a few small reads for each lane within it. */
  private Window formerWindow() {
    NavigableMap<Integer, Long> shifts = new TreeMap<>();
    LaneEnds ends = new LaneEnds(site.context().store());
    Position earliest = Position.START;
    long later = sinceMicros;
    long shift = 0;
    long left = WINDOW_MICROS;
    for (int epoch : former.lanesNewestFirst()) {
      if (left <= 0) {
        break;
      }
      long end = ends.find(new LaneId(site.shard(), epoch)).nextAppendMicros();
      if (end > 0) {
        shift += Math.max(0, later - end);
        shifts.put(epoch, shift);
        Position begin = former.seek(end - left);
        if (begin.epoch() == epoch || begin.equals(Position.START)) {
          return new Window(begin, shifts);
        }
        later = firstMicros(epoch, end);
        left -= end - later;
        earliest = new Position(epoch, 0);
      }
    }
    return new Window(earliest, shifts);
  }

  /** When the first event that a lane still has was appended. */
  private long firstMicros(int epoch, long end) {
    Iterator<LogItem> items = former.read(new Position(epoch, 0));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch && batch.first().epoch() == epoch) {
        return Math.min(batch.batch().firstAppendMicros(), end);
      }
    }
    return end;
  }

  /** Returns false if the shard is lost. */
  private boolean read(ShardLog from, Window window, Optional<Position> mark, boolean keysOnly) {
    List<KeyTable.Entry> missing = new ArrayList<>();
    Iterator<LogItem> items =
        from.read(
            mark.filter(position -> position.compareTo(window.begin) < 0).orElse(window.begin));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch) {
        try (var _ = memory.hold()) {
          if (!keysOnly) {
            rememberNumbers(batch.batch());
          }
          rememberKeys(batch, window.shiftMicros(batch.first().epoch()), mark, missing);
        }
        grown.run();
      }
      if (missing.size() >= ROWS_AT_ONCE) {
        if (!table.write(missing)) {
          return false;
        }
        missing.clear();
      }
    }
    return table.write(missing);
  }

  /** Of each batch, the last event tells how many are stored. */
  private void rememberNumbers(RecordBatch row) {
    int stored = row.part().firstIndex();
    List<Event> events = row.events();
    for (int i = 0; i < events.size(); i++) {
      stored++;
      Optional<SourceBatch> number = events.get(i).sourceBatch();
      boolean isLast = i + 1 == events.size();
      boolean goesOn =
          isLast ? row.part().goesOn() : events.get(i + 1).sourceBatch().equals(number);
      if (number.isPresent()) {
        memory.sources().remember(number.get(), stored, !goesOn, row.appendMicros(i));
      }
      stored = goesOn ? stored : 0;
    }
  }

  private void rememberKeys(
      StoredBatch batch, long shift, Optional<Position> mark, List<KeyTable.Entry> missing) {
    int index = 0;
    for (EventRun run : batch.batch().runs()) {
      int first = index;
      run.key()
          .filter(memory::heeds)
          .ifPresent(key -> rememberKey(batch, first, key, run.digest(), shift, mark, missing));
      for (Event event : run.isAnyNumberedOrKeyed() ? run.events() : List.<Event>of()) {
        Optional<String> key = event.idempotencyKey().filter(memory::heeds);
        if (key.isPresent() && event.sourceBatch().isEmpty()) {
          int body = EventDigest.body(event);
          rememberKey(batch, index, key.get(), body, shift, mark, missing);
        }
        index++;
      }
      index = first + run.count();
    }
  }

  private void rememberKey(
      StoredBatch batch,
      int index,
      String key,
      int body,
      long shift,
      Optional<Position> mark,
      List<KeyTable.Entry> missing) {
    Position position = batch.position(index);
    long appendMicros = batch.batch().appendMicros(index);
    memory.remember(key, body, position, appendMicros + shift);
    if (memory.isLong() && mark.filter(from -> from.compareTo(position) <= 0).isPresent()) {
      KeyTable.Kept kept = new KeyTable.Kept(spans.id(batch.segment(), position), body);
      missing.add(new KeyTable.Entry(key, kept, appendMicros));
    }
  }
}
