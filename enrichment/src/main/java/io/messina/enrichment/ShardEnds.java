package io.messina.enrichment;

import io.messina.api.Position;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often in a row a shard's enrichment has ended, and why, and which events it has not found any
 * more, over all of its beginnings in this process. It begins again later and later, until it has
 * come further than it ever had. Written by one thread at a time, read by any.
 */
final class ShardEnds {

  private static final Logger LOG = LoggerFactory.getLogger(ShardEnds.class);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(200), Duration.ofSeconds(30), 0.2);

  /** A store that is silent for a moment is no trouble. */
  private static final int STORE_FAILURES_OF_TROUBLE = 5;

  private final AtomicInteger failures = new AtomicInteger();
  private volatile @Nullable String trouble;
  private final AtomicInteger lost = new AtomicInteger();
  private volatile String lostTo = "";
  private long farthest = -1;
  private long failedAt = -1;

  /** It has ended by something that was thrown. */
  void failed(ShardId shard, Throwable why) {
    int inARow = failures.incrementAndGet();
    failedAt = farthest;
    boolean isOfStore = why instanceof StoreException || why instanceof RequestException;
    if (isOfStore && inARow < STORE_FAILURES_OF_TROUBLE) {
      LOG.debug("{}: is enriched again soon, if it is owned here", shard, why);
      return;
    }
    String found = "it ends, and begins again at its last progress: " + why;
    if (!found.equals(trouble)) {
      LOG.error("{}: {}", shard, found, why);
    }
    trouble = found;
  }

  /** Everything below a position is done. */
  void reached(long position) {
    farthest = Math.max(farthest, position);
    if (failures.get() > 0 && farthest > failedAt) {
      failures.set(0);
      trouble = null;
    }
  }

  /** Events had expired before they were read, up to some positions. */
  void lost(ShardId shard, List<Position> ends) {
    if (!ends.isEmpty()) {
      lostTo = ends.getLast().toString();
      var _ = lost.addAndGet(ends.size());
      LOG.error("{}: {}", shard, lostWords());
    }
  }

  private String lostWords() {
    return "events had expired before they were read, in %d stretches, the last one up to %s: the states do not have them"
        .formatted(lost.get(), lostTo);
  }

  /** How long to wait before it begins again. */
  Duration pause(RandomGenerator random) {
    return BACKOFF.after(Math.max(1, failures.get()), random);
  }

  Optional<String> trouble() {
    return Optional.ofNullable(trouble)
        .or(() -> lost.get() == 0 ? Optional.empty() : Optional.of(lostWords()));
  }
}
