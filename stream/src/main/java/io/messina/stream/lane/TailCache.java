package io.messina.stream.lane;

import io.messina.stream.Position;
import io.messina.stream.record.RecordBatch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The newest batches of a lane, bounded in bytes, so that consumers that have caught up read
 * nothing from the store. Safe for use by many threads.
 */
public final class TailCache implements ShownBatches {

  private final long bytesMax;
  private final Lock lock = new ReentrantLock();
  private final Deque<StoredBatch> cached = new ArrayDeque<>();
  private long bytes;

  /**
   * An empty cache.
   *
   * @param bytesMax what its events may take, as {@link RecordBatch#bytesAtMost} counts; a larger
   *     batch is not kept
   */
  public TailCache(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public void shown(StoredBatch batch) {
    lock.lock();
    try {
      cached.add(batch);
      bytes += batch.batch().bytes();
      while (bytes > bytesMax) {
        bytes -= cached.remove().batch().bytes();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * What stands from a position to the end of the lane.
   *
   * @param from a position of the lane; where it lies within a batch, the batch comes whole
   * @return the batches up to the newest; empty where the cache does not reach back so far
   */
  public Optional<List<StoredBatch>> from(Position from) {
    lock.lock();
    try {
      StoredBatch oldest = cached.peek();
      if (oldest == null || oldest.first().compareTo(from) > 0) {
        return Optional.empty();
      }
      Deque<StoredBatch> found = new ArrayDeque<>();
      Iterator<StoredBatch> newestFirst = cached.descendingIterator();
      while (newestFirst.hasNext()) {
        StoredBatch batch = newestFirst.next();
        if (batch.end().compareTo(from) <= 0) {
          break;
        }
        found.addFirst(batch);
      }
      return Optional.of(List.copyOf(found));
    } finally {
      lock.unlock();
    }
  }
}
