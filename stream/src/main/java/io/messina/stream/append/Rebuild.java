package io.messina.stream.append;

import io.messina.api.Position;
import io.messina.api.SourceBatch;
import io.messina.stream.Event;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.LogItem.StoredBatch;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.record.RecordBatch;
import io.messina.stream.state.ShardSite;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads into memory from the log: at take-over what former owners appended, and later the keys that
 * memory had freed. May be repeated.
 */
final class Rebuild {

  private static final int ROWS_AT_ONCE = 256;

  private final ShardLog log;
  private final Supplier<WindowBegin> begin;
  private final Optional<Position> mark;
  private final boolean keysOnly;
  private final DeduplicationState memory;
  private final KeyRows rows;
  private final Spans spans;

  private Rebuild(
      ShardSite site,
      ShardLog log,
      Supplier<WindowBegin> begin,
      Optional<Position> mark,
      DeduplicationState memory,
      boolean keysOnly) {
    this.log = log;
    this.begin = begin;
    this.mark = mark;
    this.memory = memory;
    this.keysOnly = keysOnly;
    this.rows = new KeyRows(site);
    this.spans = new Spans(site.shard(), log);
  }

  /**
   * Reads all that former owners left.
   *
   * @param mark the last owner's
   * @param sinceMicros when this owner took the shard
   */
  static Rebuild atTakeOver(
      ShardSite site,
      ShardLog log,
      Optional<LogMark> mark,
      DeduplicationState memory,
      long sinceMicros) {
    ShardLog former = log.former();
    return new Rebuild(
        site,
        former,
        () -> WindowBegin.find(site, former, sinceMicros),
        mark.map(LogMark::position),
        memory,
        false);
  }

  /**
   * Reads the keys of this owner, and those of former owners that are within the window. Their rows
   * are written, and their numbers are known.
   *
   * @param log with the own lane
   * @param epoch of that lane
   * @param sinceMicros as at take-over
   */
  static Rebuild again(
      ShardSite site, ShardLog log, int epoch, DeduplicationState memory, long sinceMicros) {
    return new Rebuild(
        site,
        log,
        () -> WindowBegin.findAgain(site, log, epoch, sinceMicros),
        Optional.empty(),
        memory,
        true);
  }

  /**
   * Reads all; returns false if the shard is lost.
   *
   * @param remembered called without locks when memory may have grown
   */
  boolean run(Runnable remembered) {
    WindowBegin window = begin.get();
    List<KeyRows.Entry> missing = new ArrayList<>();
    Iterator<LogItem> items = log.read(from(window));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch) {
        remember(batch, window.shiftMicros(batch.first().epoch()), missing);
        remembered.run();
      }
      if (missing.size() >= ROWS_AT_ONCE && !writeRows(missing)) {
        return false;
      }
    }
    return writeRows(missing);
  }

  private Position from(WindowBegin window) {
    return mark.filter(position -> position.compareTo(window.position()) < 0)
        .orElse(window.position());
  }

  private void remember(StoredBatch batch, long shift, List<KeyRows.Entry> missing) {
    List<Event> events = batch.batch().events();
    memory.lock().lock();
    try {
      int from = 0;
      for (int i = 0; i < events.size(); i++) {
        Optional<SourceBatch> number = events.get(i).sourceBatch();
        from = i > 0 && number.equals(events.get(i - 1).sourceBatch()) ? from : i;
        if (number.isPresent()) {
          if (!keysOnly) {
            rememberNumber(batch.batch(), number.get(), from, i);
          }
        } else if (events.get(i).idempotencyKey().filter(memory.windows()::heeds).isPresent()) {
          rememberKey(batch, i, shift, missing);
        }
      }
    } finally {
      memory.lock().unlock();
    }
  }

  /** Called for each event of a batch: the last one knows how many are stored. */
  private void rememberNumber(RecordBatch row, SourceBatch number, int from, int index) {
    int before = from == 0 ? row.part().firstIndex() : 0;
    List<Event> events = row.events();
    boolean goesOn =
        index + 1 < events.size()
            ? events.get(index + 1).sourceBatch().equals(Optional.of(number))
            : row.part().goesOn();
    memory.sources().remember(number, before + index - from + 1, !goesOn, row.appendMicros(index));
  }

  private void rememberKey(StoredBatch batch, int index, long shift, List<KeyRows.Entry> missing) {
    Event event = batch.batch().events().get(index);
    String key = event.idempotencyKey().orElseThrow();
    Position position = batch.position(index);
    int body = EventDigest.body(event);
    long appendMicros = batch.batch().appendMicros(index);
    memory.windows().of(key).remember(EventDigest.key(key), body, position, appendMicros + shift);
    boolean tracked = mark.isPresent() && mark.get().compareTo(position) <= 0;
    if (tracked && memory.windows().isLong()) {
      missing.add(
          new KeyRows.Entry(
              key, new KeyTable.Kept(spans.id(batch.segment(), position), body), appendMicros));
    }
  }

  private boolean writeRows(List<KeyRows.Entry> missing) {
    boolean written = rows.write(missing);
    missing.clear();
    return written;
  }
}
