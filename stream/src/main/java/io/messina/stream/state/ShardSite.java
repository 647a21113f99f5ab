package io.messina.stream.state;

import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Site;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.ownership.OwnedShard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the parts of a shard's owner work with.
 *
 * @param owned the ownership
 * @param stream the stream
 * @param context what the process works with
 * @param timestamps for plain writes
 * @param state writes the fenced state
 * @param caches what all caches of the process may take
 */
public record ShardSite(
    OwnedShard owned,
    StreamDefinition stream,
    Context context,
    ShardTimestamps timestamps,
    StateWriter state,
    CacheBudget caches)
    implements Site {

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(1));

  /**
   * The shard.
   *
   * @return what is owned
   */
  public ShardId shard() {
    return owned.shard();
  }

  /**
   * Writes to a plain table until it has succeeded or the shard is lost.
   *
   * @param batch the same each time, with one of the ownership's timestamps
   * @return whether it is durable
   */
  public boolean write(PlainBatch batch) {
    return persist(() -> store().write(batch));
  }

  /**
   * Does something with the store until it has succeeded or the shard is lost. Interrupting the
   * caller changes nothing; it stays interrupted.
   *
   * @param action harmless to repeat
   * @return whether it has succeeded
   */
  public boolean persist(Runnable action) {
    return read(() -> {
          action.run();
          return true;
        })
        .isPresent();
  }

  /**
   * Reads from the store until it has succeeded or the shard is lost, as {@link #persist} does.
   *
   * @param reading harmless to repeat
   * @param <T> what is read
   * @return what was read; empty where the shard is lost
   */
  public <T> Optional<T> read(Supplier<T> reading) {
    for (int failures = 1; !owned.isLost(); failures++) {
      try {
        return Optional.of(reading.get());
      } catch (StoreUnavailableException e) {
        UninterruptibleSleep.sleep(time(), BACKOFF.after(failures));
      }
    }
    return Optional.empty();
  }
}
