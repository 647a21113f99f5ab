package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Mutex;
import io.messina.stream.log.LogItem.StoredBatch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The newest batches of a lane, bounded in bytes, so that consumers that have caught up read
 * nothing from the store. It may be empty if nothing is appended to the lane any more. Safe for use
 * by many threads.
 */
public final class TailCache implements AutoCloseable {

  private final long bytesMax;
  private final CacheBudget.Account account;
  private final Mutex lock = new Mutex();
  private final Deque<StoredBatch> cached = new ArrayDeque<>();
  private long bytes;

  /**
   * An empty cache.
   *
   * @param bytesMax the most bytes of its events, as {@link RecordBatch#bytesAtMost} counts; a
   *     larger batch is not cached
   * @param budget the memory budget of the process, which empties this cache if others need the
   *     memory
   */
  public TailCache(long bytesMax, CacheBudget budget) {
    this.bytesMax = bytesMax;
    this.account = budget.open(this::empty);
  }

  /** Adds the batch behind the newest one. */
  void add(StoredBatch batch) {
    long grown = batch.memoryBytes();
    try (var _ = lock.hold()) {
      cached.add(batch);
      bytes += batch.batch().bytes();
      while (bytes > bytesMax) {
        StoredBatch oldest = cached.remove();
        bytes -= oldest.batch().bytes();
        grown -= oldest.memoryBytes();
      }
    }
    account.add(grown);
  }

  private long empty() {
    try (var _ = lock.hold()) {
      long given = cached.stream().mapToLong(StoredBatch::memoryBytes).sum();
      cached.clear();
      bytes = 0;
      return given;
    }
  }

  /** Drops all batches: nothing is appended to the lane any more. */
  @Override
  public void close() {
    var _ = empty();
    account.close();
  }

  /**
   * Returns the batches from a position to the end of the lane.
   *
   * @param from a position of the lane; if it is within a batch, the whole batch is returned
   * @return empty if the cache does not reach back that far
   */
  public Optional<List<StoredBatch>> from(Position from) {
    try (var _ = lock.hold()) {
      StoredBatch oldest = cached.peek();
      if (oldest == null || oldest.first().compareTo(from) > 0) {
        return Optional.empty();
      }
      return Optional.of(
          cached.reversed().stream()
              .takeWhile(batch -> batch.end().compareTo(from) > 0)
              .toList()
              .reversed());
    }
  }
}
