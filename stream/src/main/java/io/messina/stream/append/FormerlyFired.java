package io.messina.stream.append;

import io.messina.stream.lane.LaneEnds;
import io.messina.stream.lane.LaneId;
import io.messina.stream.lane.LogItem;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.lane.StoredBatch;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.ShardSite;
import io.messina.stream.time.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which delayed events former owners appended whose rows may stand still, as they could not be
 * deleted. Memory tells of those that came due lately. For others the log is read from when they
 * were due, as nothing is appended before it is due. Safe for use by many threads.
 */
final class FormerlyFired {

  /** Half of what memory holds: it does not forget before what rests on it is done. */
  private static final Duration IN_MEMORY = IdempotencyWindow.LENGTH_DEFAULT.dividedBy(2);

  private final ShardSite site;
  private final ShardLog former;
  private final Lock lock = new ReentrantLock();
  private Set<String> keys = Set.of(); // under the lock
  private long fromMicros = Long.MAX_VALUE; // under the lock
  private long endMicros = -1; // under the lock

  FormerlyFired(ShardSite site, ShardLog log) {
    this.site = site;
    this.former = log.former();
  }

  /**
   * The keys under which former owners appended events that were due at some time or later, unless
   * memory has them. Reads nothing for a time of late, and behind the last append of those owners.
   */
  Set<String> since(Instant due) {
    long micros = Micros.of(due);
    lock.lock();
    try {
      if (!due.isBefore(site.time().wall().instant().minus(IN_MEMORY)) || micros >= end()) {
        return Set.of();
      }
      if (micros < fromMicros) {
        Set<String> read = new HashSet<>();
        persist(() -> read(micros, read));
        keys = read;
        fromMicros = micros;
      }
      return keys;
    } finally {
      lock.unlock();
    }
  }

  private long end() {
    if (endMicros < 0) {
      persist(() -> endMicros = findEnd());
    }
    return endMicros;
  }

  private long findEnd() {
    LaneEnds ends = new LaneEnds(site.store());
    for (int epoch : former.lanesNewestFirst()) {
      long end = ends.find(new LaneId(site.shard(), epoch)).nextAppendMicros();
      if (end > 0) {
        return end;
      }
    }
    return 0;
  }

  private void read(long micros, Set<String> read) {
    Iterator<LogItem> items = former.read(former.seek(micros));
    while (items.hasNext()) {
      if (items.next() instanceof StoredBatch batch) {
        batch.batch().events().stream()
            .flatMap(event -> event.idempotencyKey().stream())
            .filter(key -> key.startsWith(InternalKeys.DELAYED_PREFIX))
            .forEach(read::add);
      }
    }
  }

  private void persist(Runnable action) {
    if (!site.persist(action)) {
      throw new NotOwnerException(site.shard());
    }
  }
}
