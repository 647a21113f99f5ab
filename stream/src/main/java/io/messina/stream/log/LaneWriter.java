package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Micros;
import io.messina.runtime.Mutex;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.log.LaneBatching.Flush;
import io.messina.stream.log.LogItem.StoredBatch;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends to a lane, as its only writer ever. An append is answered once it is durable and the
 * process may acknowledge it. If a row could not be written, or the process may no longer
 * acknowledge, the lane is closed permanently; its owner, if it still is, then takes the next
 * epoch.
 *
 * <p>Costs one plain write per flush, and one more for each new segment; nothing while nothing is
 * appended. Safe for use by many threads.
 */
public final class LaneWriter {

  private static final Logger LOG = LoggerFactory.getLogger(LaneWriter.class);

  /**
   * How much longer the row of a segment is kept than the last event that the segment may contain.
   */
  private static final Duration SEGMENT_ROW_MARGIN = Duration.ofDays(30);

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(1));

  private final Context context;
  private final WriteTimestamps timestamps;
  private final Confirmation confirmation;
  private final LaneId lane;
  private final LaneSettings settings;
  private final long floorMicros;
  private final TailCache tail;
  private final LaneFlusher flusher;
  private final Mutex lock = new Mutex();

  /** Under {@link #lock}, as are the flag that the flusher has this lane and the next two. */
  private final LaneBatching batching;

  private boolean flushing;
  private boolean draining;
  private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);

  /** Of the newest segment; for the flushing thread only, as is the change of the next two. */
  private int salt;

  private final BodyCompression compression = new BodyCompression();

  private volatile long shownSequence;
  private volatile Runnable advanced = () -> {};
  private volatile FlushTally flushes = new FlushTally(0, 0, 0);

  /**
   * A writer for a lane to which nothing was ever appended.
   *
   * @param context store, time and threads of the process; the tables exist
   * @param timestamps for its plain writes
   * @param confirmation is asked for each row that is durable; the next one is written meanwhile
   * @param lane the lane
   * @param settings from the stream's options
   * @param floorMicros the least append time: after the last of the shard's former lanes, see
   *     {@link LaneEnds.LaneEnd#nextAppendMicros}
   * @param tail keeps the newest batches that may be shown
   * @param flusher writes the rows
   */
  public LaneWriter(
      Context context,
      WriteTimestamps timestamps,
      Confirmation confirmation,
      LaneId lane,
      LaneSettings settings,
      long floorMicros,
      TailCache tail,
      LaneFlusher flusher) {
    this.context = context;
    this.timestamps = timestamps;
    this.confirmation = confirmation;
    this.lane = lane;
    this.settings = settings;
    this.floorMicros = floorMicros;
    this.tail = tail;
    this.flusher = flusher;
    this.batching = new LaneBatching(lane, settings, floorMicros);
  }

  /**
   * The flushes of a lane, with one plain write each; events that arrive during a flush go into the
   * next.
   *
   * @param flushes that may be shown
   * @param events in them
   * @param bytes of their rows, compressed if that makes them smaller
   */
  public record FlushTally(long flushes, long events, long bytes) {

    private FlushTally plus(int flushedEvents, int flushedBytes) {
      return new FlushTally(flushes + 1, events + flushedEvents, bytes + flushedBytes);
    }
  }

  public LaneId lane() {
    return lane;
  }

  /**
   * Returns the least append time, which is after the last append of the shard's former lanes, in
   * microseconds since 1970.
   */
  public long floorMicros() {
    return floorMicros;
  }

  /**
   * Appends without waiting, in the order of the calls.
   *
   * @param events stored in their order
   * @return completed by a thread that all lanes wait for, so dependent stages must not block;
   *     exceptionally by an {@link AppendException}
   */
  public CompletableFuture<List<AppendedRun>> appendLater(EventRun events) {
    return appendLater(events, 0);
  }

  /**
   * As {@link #appendLater(EventRun)}, for the batch of a source whose beginning may be in former
   * lanes. If a batch takes several rows, each contains how much of the batch is stored with it.
   *
   * @param events all of one batch
   * @param firstIndex how many events of the batch are stored already
   */
  public CompletableFuture<List<AppendedRun>> appendLater(EventRun events, int firstIndex) {
    Append append = new Append(events, firstIndex);
    try (var _ = lock.hold()) {
      if (draining || batching.isClosed()) {
        return CompletableFuture.failedFuture(new AppendException.LaneClosed(lane));
      }
      if (!batching.hasRoom(append)) {
        return CompletableFuture.failedFuture(
            new AppendException.LaneFull(lane, batching.waitingBytes()));
      }
      batching.admit(append);
      if (flushing || !batching.isDue()) {
        return append.answer(); // what is shown next has it written
      }
      flushing = true;
    }
    flusher.due(this);
    return append.answer();
  }

  /**
   * Raises append times: later appends get at least this one.
   *
   * @param micros the least append time, in microseconds since 1970; no effect if the lane has
   *     reached it
   */
  public void notBefore(long micros) {
    try (var _ = lock.hold()) {
      batching.notBefore(micros);
    }
  }

  /**
   * Closes the lane for a hand-over: refuses further appends, and waits until the last flush has
   * returned and all earlier appends are answered. Only then may the shard be released. A repeat
   * changes nothing.
   */
  public void drain() {
    CompletableFuture<Void> last =
        locked(
            () -> {
              draining = true;
              if ((flushing || !batching.isAtRest()) && flushed.isDone()) {
                flushed = new CompletableFuture<>();
              }
              return flushed;
            });
    last.join();
    close();
  }

  /**
   * Closes the lane at once, for example because the shard is lost: appends in progress are
   * answered as unknown. A repeat changes nothing.
   */
  public void close() {
    for (Append append : locked(batching::close)) {
      append
          .answer()
          .completeExceptionally(
              append.isBegun()
                  ? new AppendException.Unknown(lane)
                  : new AppendException.LaneClosed(lane));
    }
  }

  /**
   * Returns the high watermark: the position after the last event that may be shown. It only grows.
   */
  public Position shownTo() {
    return lane.at(shownSequence);
  }

  /**
   * Sets what is called after each flush, by a thread that all lanes wait for: more may be shown,
   * so waiting readers can be woken. It must return soon.
   */
  public void onAdvance(Runnable listener) {
    advanced = listener;
  }

  /** Returns the flushes so far. */
  public FlushTally flushes() {
    return flushes;
  }

  /** Returns whether the lane is closed, permanently. */
  public boolean isClosed() {
    return locked(batching::isClosed);
  }

  /**
   * A row on its way into the store.
   *
   * @param lane whose row it is
   * @param flush what is in it
   * @param segment the row of the segment, if it begins one; written before
   * @param batch writes it
   * @param row its value, and what memory keeps
   */
  record RowWrite(
      LaneWriter lane,
      Flush flush,
      Optional<PlainBatch> segment,
      PlainBatch batch,
      RecordBatchCodec.Encoded row) {}

  /** The next row, for the flusher. Empty if nothing is due any more, or the lane had to close. */
  Optional<RowWrite> begin() {
    try {
      long timestampMicros = timestamps.next();
      long nowMicros = timestamps.appendMicros(timestampMicros);
      // It is no longer due if the lane was closed while a timestamp was fetched.
      return locked(
              () ->
                  batching.isDue()
                      ? Optional.of(batching.begin(nowMicros))
                      : Optional.<Flush>empty())
          .map(flush -> rowOf(flush, timestampMicros));
    } catch (RuntimeException | Error e) {
      warnAndClose(e);
    }
    return Optional.empty();
  }

  /** Its row is durable; it is shown once that is confirmed, unless the lane is closed by then. */
  void written(RowWrite row) {
    try {
      boolean open = locked(() -> noteWritten(row));
      if (open) {
        // Only now: an earlier answer would not cover a take-over that began before the write has
        // returned, and did not find the row.
        confirmation.ask(mayShow -> confirmed(row, mayShow));
      }
    } catch (RuntimeException | Error e) {
      warnAndClose(e);
    }
  }

  private boolean noteWritten(RowWrite row) {
    if (!batching.isClosed()) {
      batching.written(row.row().value().length());
    }
    return !batching.isClosed();
  }

  private void confirmed(RowWrite row, boolean mayShow) {
    try {
      if (mayShow) {
        show(row);
      } else {
        LOG.warn("{}: closed, as the shard may have another owner", lane);
        close();
      }
    } catch (RuntimeException | Error e) {
      warnAndClose(e);
    }
    try {
      if (goesOn(false)) {
        flusher.due(this);
      }
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /**
   * Writes a row that is not known to be durable, until it is. Otherwise the lane is closed; the
   * row may be stored at any later time.
   */
  void writeAgain(RowWrite row) {
    try {
      if (row.segment().isPresent()) {
        writeAgain(row.segment().get());
      }
      writeAgain(row.batch());
      written(row);
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      warnAndClose(e);
    }
  }

  /** The lane cannot go on; the flusher has it no more. */
  void failed(Throwable why) {
    warnAndClose(why);
    var _ = isDueAgain();
  }

  /** Whether the flusher keeps the lane, since more is due. */
  boolean isDueAgain() {
    return goesOn(true);
  }

  /**
   * Whether more is due.
   *
   * @param has whether the caller has the lane. Otherwise it gets it if the flusher does not have
   *     it, and gives it to the flusher
   */
  private boolean goesOn(boolean has) {
    CompletableFuture<Void> ended;
    try (var _ = lock.hold()) {
      if (flushing && !has) {
        return false;
      }
      flushing = batching.isDue();
      if (flushing || !batching.isAtRest()) {
        return flushing;
      }
      ended = flushed;
    }
    ended.complete(null);
    return false;
  }

  private void warnAndClose(Throwable why) {
    LOG.warn("{}: closed", lane, why);
    close();
  }

  private void show(RowWrite row) {
    Flush flush = row.flush();
    int bytes = row.row().value().length();
    Optional<List<Append>> complete =
        locked(() -> batching.isClosed() ? Optional.empty() : Optional.of(batching.shown()));
    if (complete.isEmpty()) {
      return;
    }
    try {
      tail.add(
          new StoredBatch(
              lane.at(flush.firstSequence()), flush.segment().number(), row.row().kept()));
    } finally {
      flushes = flushes.plus(flush.batch().count(), bytes);
      shownSequence = flush.endSequence();
      complete.orElseThrow().forEach(append -> append.answer().complete(append.appended()));
    }
    advanced.run();
  }

  /** Chooses the salt of a segment, which takes longer than the lock should be held. */
  private RowWrite rowOf(Flush flush, long timestampMicros) {
    if (flush.begins()) {
      salt = settings.salts().choose(any -> LaneTables.log(lane, flush.segment().salted(any)));
    }
    Segment segment = flush.segment().salted(salt);
    RecordBatchCodec.Encoded encoded =
        RecordBatchCodec.encodeAndKeep(flush.batch(), compression, context.formats());
    return new RowWrite(
        this,
        flush,
        flush.begins()
            ? Optional.of(
                batch(
                    LaneTables.row(lane, segment),
                    timestamps.next(),
                    segment.firstAppendMicros(),
                    SEGMENT_ROW_MARGIN))
            : Optional.empty(),
        batch(
            LaneTables.row(lane, segment, flush.firstSequence(), encoded.value()),
            timestampMicros,
            flush.batch().endMicros(),
            Duration.ZERO),
        encoded);
  }

  /**
   * @param lastMicros the append time of its last event
   * @param margin how much longer than that event it is kept
   */
  private PlainBatch batch(Row row, long timestampMicros, long lastMicros, Duration margin) {
    PlainBatch.Builder builder = PlainBatch.in(row.key().partition(), timestampMicros);
    settings
        .retention()
        .map(retention -> Micros.toInstant(lastMicros).plus(retention).plus(margin))
        .map(expiry -> expiry.truncatedTo(ChronoUnit.MILLIS).plusMillis(1))
        .ifPresentOrElse(expiry -> builder.put(row, expiry), () -> builder.put(row));
    return builder.build();
  }

  private void writeAgain(PlainBatch batch) throws InterruptedException {
    int attempts = 1;
    do {
      context.time().sleep(BACKOFF.after(attempts));
      attempts++;
    } while (!isWritten(batch, attempts));
  }

  private boolean isWritten(PlainBatch batch, int attempt) {
    try {
      context.store().write(batch);
      return true;
    } catch (StoreUnavailableException e) {
      if (attempt >= settings.attempts() || isClosed()) {
        throw e;
      }
      return false;
    }
  }

  private <T> T locked(Supplier<T> step) {
    try (var _ = lock.hold()) {
      return step.get();
    }
  }
}
