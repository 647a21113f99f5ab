package io.messina.stream.state;

import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Micros;
import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.PlainBatch;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.cache.CacheBudget;
import io.messina.stream.catalog.StreamDefinition;
import io.messina.stream.ownership.OwnedShard;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What the parts of a shard's owner work with.
 *
 * @param owned the ownership
 * @param stream the stream
 * @param store where everything is kept
 * @param time the process's time
 * @param random for jitter and numbers; safe for use by many threads
 * @param threads makes virtual threads
 * @param timestamps for plain writes
 * @param state writes the fenced state
 * @param caches what all caches of the process may take
 */
public record ShardSite(
    OwnedShard owned,
    StreamDefinition stream,
    Store store,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads,
    ShardTimestamps timestamps,
    StateWriter state,
    CacheBudget caches) {

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
   * The wall time.
   *
   * @return microseconds since 1970
   */
  public long nowMicros() {
    return Micros.now(time);
  }

  /**
   * Begins something on a thread of its own.
   *
   * @param task what
   */
  public void start(Runnable task) {
    threads.newThread(task).start();
  }

  /**
   * Writes to a plain table until it has succeeded or the shard is lost.
   *
   * @param batch the same each time, with one of the ownership's timestamps
   * @return whether it is durable
   */
  public boolean write(PlainBatch batch) {
    return persist(() -> store.write(batch));
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
        UninterruptibleSleep.sleep(time, BACKOFF.after(failures));
      }
    }
    return Optional.empty();
  }
}
