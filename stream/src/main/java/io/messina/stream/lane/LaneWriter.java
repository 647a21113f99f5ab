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
 * Appends to a lane: the one writer that it ever has. An append is answered once it is durable and
 * the process may acknowledge it. A lane whose row could not be written, or that may no longer
 * acknowledge, is closed for ever; its owner, if it still is, then takes the next epoch.
 *
 * <p>Costs one plain write per flush, and one more where a segment begins; while nothing is
 * appended, nothing at all. Safe for use by many threads.
 */
public final class LaneWriter {

  private final LaneId lane;
  private final LaneSurroundings surroundings;
  private final RowWriter rows;
  private final ShownBatches shownBatches;
  private final Lock lock = new ReentrantLock();

  /** Under {@link #lock}, as is whether a thread is flushing. */
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
   * A writer for a lane to which nobody has ever appended.
   *
   * @param lane the lane
   * @param settings what the stream decides
   * @param floorMicros below which append times do not go: behind the last of the shard's former
   *     lanes, see {@link LaneEnd#nextAppendMicros}
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

  /**
   * The lane.
   *
   * @return its id
   */
  public LaneId lane() {
    return lane;
  }

  /**
   * Below which append times do not go.
   *
   * @return behind the last append of the shard's former lanes, in microseconds since 1970
   */
  public long floorMicros() {
    return floorMicros;
  }

  /**
   * Appends, and waits until it may be acknowledged. Interrupting the caller changes nothing.
   *
   * @param events one or more, placed in their order
   * @return where they stand
   * @throws AppendException where it is not acknowledged
   */
  public Appended append(List<Event> events) {
    return Futures.join(appendLater(events));
  }

  /**
   * Appends, and does not wait. What is asked for first stands first.
   *
   * @param events one or more, placed in their order
   * @return completed by the lane's flushing thread, which what depends on it should not hold up;
   *     or exceptionally by an {@link AppendException}
   */
  public CompletableFuture<Appended> appendLater(List<Event> events) {
    return appendLater(events, 0);
  }

  /**
   * Likewise, with the batch of a source of which former lanes may have the begin. Rows tell how
   * much they have of a batch that takes several.
   *
   * @param events one or more, all of one batch
   * @param firstIndex how many events of the batch are there already
   * @return as above
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
   * Raises append times: what is asked for from now on is not appended before this.
   *
   * @param micros the least append time, in microseconds since 1970; changes nothing where the lane
   *     is there already
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
   * returned and all that was asked for before is answered. Only then may the shard be released.
   * Repeating it changes nothing.
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
   * Closes the lane at once, as where the shard is lost: what is under way is answered as unknown.
   * Repeating it changes nothing.
   */
  public void close() {
    close(new AppendException.LaneClosed(lane));
  }

  /**
   * Up to where the lane may be shown.
   *
   * @return the position behind the last event that may be shown; it only grows
   */
  public Position shownTo() {
    return lane.at(shownSequence);
  }

  /**
   * What was flushed so far.
   *
   * @return it only grows
   */
  public FlushTally flushes() {
    return flushes;
  }

  /**
   * Whether nothing can be appended any more.
   *
   * @return true once it is closed; it stays so
   */
  public boolean isClosed() {
    lock.lock();
    try {
      return batching.isClosed();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Why the lane is closed.
   *
   * @return empty while it is open
   */
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
    // Only now: what was asked before the write returned would say nothing about a take-over that
    // began meanwhile and did not find the row.
    if (surroundings.acknowledgements().mayAcknowledge()) {
      show(flush, bytes);
    } else {
      throw new StoreException(
          StoreException.Code.CLOSED, lane + ": the shard may have another owner");
    }
  }

  /** The next flush; none where the lane was closed while a timestamp was fetched. */
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
