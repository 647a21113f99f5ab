package io.messina.stream.append;

import io.messina.store.Bytes;
import io.messina.stream.StreamException;
import io.messina.stream.delivery.WriteNeed;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.StateChanges;
import io.messina.stream.state.StatePart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The {@link DueBuckets} of a shard with their marks in the fenced state: a row per open bucket,
 * which contains only its version. Safe for use by many threads.
 */
final class BucketMarks implements StatePart {

  /** How many buckets may be open: all buckets of more than a year. */
  static final int BUCKETS_MAX = 60_000;

  /** How many rows one write contains; the rest follow. */
  private static final int ROWS_MAX = 250;

  private static final Bytes VERSION = Bytes.wrap(new byte[] {1});

  private final Lock lock = new ReentrantLock();
  private final DueBuckets buckets = new DueBuckets(); // this and all below under the lock
  private final SortedMap<Long, CompletableFuture<Void>> wanted = new TreeMap<>();
  private final SortedSet<Long> closed = new TreeSet<>();
  private final List<Long> marking = new ArrayList<>();
  private boolean writing;
  private Optional<RuntimeException> over = Optional.empty();

  BucketMarks(SavedState saved) {
    saved.section(Section.DUE).keySet().forEach(name -> buckets.open(Long.parseLong(name)));
  }

  DueBuckets.Place begin(Instant due, Instant now) {
    lock.lock();
    try {
      return buckets.begin(due, now);
    } finally {
      lock.unlock();
    }
  }

  void end(Instant due) {
    lock.lock();
    try {
      buckets.end(due);
    } finally {
      lock.unlock();
    }
  }

  boolean isOpen(Instant due) {
    lock.lock();
    try {
      return buckets.isOpen(due);
    } finally {
      lock.unlock();
    }
  }

  DueBuckets.Seal seal(long bucket, Instant now) {
    lock.lock();
    try {
      return buckets.seal(bucket, now);
    } finally {
      lock.unlock();
    }
  }

  boolean holds(long bucket, DueBuckets.Seal seal) {
    lock.lock();
    try {
      return buckets.holds(bucket, seal);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Requests a bucket's mark; completed once the bucket is open. The caller then has to request a
   * write of the state.
   */
  CompletableFuture<Void> mark(long bucket) {
    lock.lock();
    try {
      if (over.isPresent()) {
        return CompletableFuture.failedFuture(over.get());
      }
      if (buckets.size() + wanted.size() >= BUCKETS_MAX) {
        return CompletableFuture.failedFuture(
            new StreamException.Overloaded(
                "delayed events: due at too many different times (expected: within "
                    + BUCKETS_MAX
                    + " stretches of "
                    + DueBuckets.LENGTH
                    + ")"));
      }
      return wanted.computeIfAbsent(bucket, any -> new CompletableFuture<>());
    } finally {
      lock.unlock();
    }
  }

  List<Long> due(Instant now) {
    lock.lock();
    try {
      return buckets.due(now);
    } finally {
      lock.unlock();
    }
  }

  Optional<Instant> nextBegin(Instant now) {
    lock.lock();
    try {
      return buckets.nextBegin(now);
    } finally {
      lock.unlock();
    }
  }

  boolean isQuiet(long bucket, Instant now) {
    lock.lock();
    try {
      return buckets.isQuiet(bucket, now);
    } finally {
      lock.unlock();
    }
  }

  /** A bucket's partition is deleted; its mark is deleted by the next write of the state. */
  void close(long bucket) {
    lock.lock();
    try {
      buckets.close(bucket);
      closed.add(bucket);
    } finally {
      lock.unlock();
    }
  }

  /** Fails all present and later requests for a mark. */
  void end(RuntimeException failure) {
    List<CompletableFuture<Void>> waiting;
    lock.lock();
    try {
      over = Optional.of(failure);
      waiting = List.copyOf(wanted.values());
    } finally {
      lock.unlock();
    }
    waiting.forEach(each -> each.completeExceptionally(failure));
  }

  @Override
  public WriteNeed need() {
    lock.lock();
    try {
      if (writing) {
        return WriteNeed.NONE;
      }
      if (!wanted.isEmpty()) {
        return WriteNeed.NOW;
      }
      return closed.isEmpty() ? WriteNeed.NONE : WriteNeed.LATER;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void write(StateChanges changes) {
    lock.lock();
    try {
      writing = true;
      for (long bucket : wanted.keySet()) {
        if (marking.size() < ROWS_MAX) {
          marking.add(bucket);
          changes.put(Section.DUE, name(bucket), VERSION);
        }
      }
      for (int i = 0; i < ROWS_MAX && !closed.isEmpty(); i++) {
        changes.delete(Section.DUE, name(closed.removeFirst()));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void written() {
    List<CompletableFuture<Void>> marked = new ArrayList<>();
    lock.lock();
    try {
      writing = false;
      for (long bucket : marking) {
        buckets.open(bucket);
        Optional.ofNullable(wanted.remove(bucket)).ifPresent(marked::add);
      }
      marking.clear();
    } finally {
      lock.unlock();
    }
    marked.forEach(each -> each.complete(null));
  }

  private static String name(long bucket) {
    return String.format(Locale.ROOT, "%019d", bucket);
  }
}
