package io.messina.stream.lane;

import io.messina.api.Position;
import io.messina.runtime.Futures;
import io.messina.store.StoreException;
import io.messina.stream.Event;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

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

  private final LaneId lane;
  private final LaneSurroundings surroundings;
  private final RowWriter rows;
  private final ShownBatches shownBatches;
  private final Lock lock = new ReentrantLock();

  /** Under {@link #lock}, as is the flag that a thread is flushing. */
  private final LaneBatching batching;

  private final long floorMicros;

  private boolean flushing;
  private boolean draining;
  private CompletableFuture<Void> flushed = CompletableFuture.completedFuture(null);
  private Optional<Throwable> closedBecause = Optional.empty();

  private volatile long shownSequence;

  /** Changed by the flushing thread only. */
  private volatile FlushTally flushes = FlushTally.NONE;

  /**
   * A writer for a lane to which nothing was ever appended.
   *
   * @param lane the lane
   * @param settings from the stream's options
   * @param floorMicros the least append time: after the last of the shard's former lanes, see
   *     {@link LaneEnd#nextAppendMicros}
   * @param surroundings what it needs
   * @param shownBatches is told of each batch that may be shown
   */
  public LaneWriter(
      LaneId lane,
      LaneSettings settings,
      long floorMicros,
      LaneSurroundings surroundings,
      ShownBatches shownBatches) {
    this.lane = lane;
    this.surroundings = surroundings;
    this.rows = new RowWriter(lane, settings, surroundings);
    this.shownBatches = shownBatches;
    this.batching = new LaneBatching(lane, settings, floorMicros);
    this.floorMicros = floorMicros;
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
   * Appends, and waits until it may be acknowledged. An interrupt of the caller has no effect.
   *
   * @param events one or more, stored in their order
   * @return their positions
   * @throws AppendException if it is not acknowledged
   */
  public Appended append(List<Event> events) {
    return Futures.join(appendLater(events));
  }

  /**
   * Appends without waiting, in the order of the calls.
   *
   * @param events one or more, stored in their order
   * @return completed by the lane's flushing thread, so dependent stages must not block;
   *     exceptionally by an {@link AppendException}
   */
  public CompletableFuture<Appended> appendLater(List<Event> events) {
    return appendLater(events, 0);
  }

  /**
   * As {@link #appendLater(List)}, for the batch of a source whose beginning may be in former
   * lanes. If a batch takes several rows, each contains how much of the batch is stored with it.
   *
   * @param events one or more, all of one batch
   * @param firstIndex how many events of the batch are stored already
   */
  public CompletableFuture<Appended> appendLater(List<Event> events, int firstIndex) {
    Append append = new Append(events, firstIndex);
    CompletableFuture<Void> ended = new CompletableFuture<>();
    lock.lock();
    try {
      if (draining || batching.isClosed()) {
        return CompletableFuture.failedFuture(new AppendException.LaneClosed(lane));
      }
      if (!batching.hasRoom(append)) {
        return CompletableFuture.failedFuture(
            new AppendException.LaneFull(lane, batching.waitingBytes()));
      }
      batching.admit(append);
      if (flushing) {
        return append.answer();
      }
      flushing = true;
      flushed = ended;
    } finally {
      lock.unlock();
    }
    startFlushing(ended);
    return append.answer();
  }

  /**
   * Raises append times: later appends get at least this one.
   *
   * @param micros the least append time, in microseconds since 1970; no effect if the lane has
   *     reached it
   */
  public void notBefore(long micros) {
    lock.lock();
    try {
      batching.notBefore(micros);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes the lane for a hand-over: refuses further appends, and waits until the last flush has
   * returned and all earlier appends are answered. Only then may the shard be released. A repeat
   * changes nothing.
   */
  public void drain() {
    CompletableFuture<Void> last;
    lock.lock();
    try {
      draining = true;
      last = flushed;
    } finally {
      lock.unlock();
    }
    last.join();
    close();
  }

  /**
   * Closes the lane at once, for example because the shard is lost: appends in progress are
   * answered as unknown. A repeat changes nothing.
   */
  public void close() {
    close(new AppendException.LaneClosed(lane));
  }

  /**
   * Returns the high watermark: the position after the last event that may be shown. It only grows.
   */
  public Position shownTo() {
    return lane.at(shownSequence);
  }

  /** Returns the flushes so far. */
  public FlushTally flushes() {
    return flushes;
  }

  /** Returns whether the lane is closed, permanently. */
  public boolean isClosed() {
    lock.lock();
    try {
      return batching.isClosed();
    } finally {
      lock.unlock();
    }
  }

  /** Returns why the lane is closed; empty while it is open. */
  public Optional<Throwable> closedBecause() {
    lock.lock();
    try {
      return closedBecause;
    } finally {
      lock.unlock();
    }
  }

  private void startFlushing(CompletableFuture<Void> ended) {
    try {
      surroundings.threads().execute(() -> flushAll(ended));
    } catch (RuntimeException e) {
      close(e);
      ended.complete(null);
    }
  }

  /** Flushes until nothing waits. */
  private void flushAll(CompletableFuture<Void> ended) {
    try {
      while (isDue()) {
        flush();
      }
    } catch (InterruptedException e) {
      close(e);
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      close(e);
    } finally {
      ended.complete(null);
    }
  }

  private boolean isDue() {
    lock.lock();
    try {
      flushing = batching.isDue();
      return flushing;
    } finally {
      lock.unlock();
    }
  }

  private void flush() throws InterruptedException {
    long timestampMicros = surroundings.timestamps().next();
    Optional<Flush> begun = begin(surroundings.timestamps().appendMicros(timestampMicros));
    if (begun.isEmpty()) {
      return;
    }
    Flush flush = begun.get();
    int bytes = rows.write(flush, timestampMicros);
    // Only now: before the write has returned, the answer would not cover a take-over that began in
    // the meantime and did not find the row.
    if (surroundings.acknowledgements().mayAcknowledge()) {
      show(flush, bytes);
    } else {
      throw new StoreException(
          StoreException.Code.CLOSED, lane + ": the shard may have another owner");
    }
  }

  /** The next flush; empty if the lane was closed while a timestamp was fetched. */
  private Optional<Flush> begin(long nowMicros) {
    lock.lock();
    try {
      return batching.isDue() ? Optional.of(batching.begin(nowMicros)) : Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private void show(Flush flush, int bytes) {
    List<Append> complete;
    lock.lock();
    try {
      if (batching.isClosed()) {
        return;
      }
      complete = batching.shown(bytes);
    } finally {
      lock.unlock();
    }
    try {
      shownBatches.shown(
          new StoredBatch(lane.at(flush.firstSequence()), flush.segment().number(), flush.batch()));
    } finally {
      flushes = flushes.plus(flush.batch().events().size(), bytes);
      shownSequence = flush.endSequence();
      complete.forEach(append -> append.answer().complete(append.appended()));
    }
    shownBatches.advanced();
  }

  private void close(Throwable why) {
    List<Append> left;
    lock.lock();
    try {
      if (batching.isClosed()) {
        return;
      }
      closedBecause = Optional.of(why);
      left = batching.close();
    } finally {
      lock.unlock();
    }
    left.forEach(append -> append.answer().completeExceptionally(failure(append)));
  }

  private AppendException failure(Append append) {
    return append.isBegun()
        ? new AppendException.Unknown(lane)
        : new AppendException.LaneClosed(lane);
  }
}
