package io.messina.stream.owner;

import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.ownership.OwnedShard;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The surroundings of the parts of a shard's owner.
 *
 * @param owned the ownership
 * @param stream the stream
 * @param context time, store and threads of the process
 * @param timestamps for plain writes
 * @param state writes the fenced state
 * @param caches the memory budget of all caches of the process
 */
public record ShardSite(
    OwnedShard owned,
    CatalogStream stream,
    Context context,
    ShardTimestamps timestamps,
    StateWriter state,
    CacheBudget caches) {

  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(20), Duration.ofSeconds(1));

  /** Returns the site of a shard that was just taken. */
  public static ShardSite of(
      OwnedShard owned, CatalogStream stream, Context context, CacheBudget caches) {
    ShardTimestamps timestamps = new ShardTimestamps(owned, context);
    StateWriter state = new StateWriter(owned, timestamps, context.threads());
    return new ShardSite(owned, stream, context, timestamps, state, caches);
  }

  public ShardId shard() {
    return owned.shard();
  }

  /**
   * Writes to a plain table, with retries, until it has succeeded or the shard is lost.
   *
   * @param batch the same on each attempt, with one of the ownership's timestamps
   * @return whether it is durable
   */
  public boolean write(PlainBatch batch) {
    return persist(() -> context.store().write(batch));
  }

  /**
   * Writes to a partition of a plain table as {@link #write(PlainBatch)} does, with the ownership's
   * next timestamp.
   *
   * @param partition of the rows
   * @param changes adds them
   * @return whether it is durable; if not, the shard is lost
   */
  public boolean write(PartitionKey partition, Consumer<PlainBatch.Builder> changes) {
    try {
      PlainBatch.Builder batch = PlainBatch.in(partition, timestamps.next());
      changes.accept(batch);
      return write(batch.build());
    } catch (StoreUnavailableException e) {
      // No timestamp is left: the shard is lost.
      return false;
    }
  }

  /**
   * Runs an action on the store, with retries, until it has succeeded or the shard is lost. An
   * interrupt has no effect, but the thread stays interrupted.
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
   * Reads from the store, with retries, until it has succeeded or the shard is lost, as {@link
   * #persist} does.
   *
   * @param reading harmless to repeat
   * @param <T> the type of the result
   * @return empty if the shard is lost
   */
  public <T> Optional<T> read(Supplier<T> reading) {
    for (int failures = 1; !owned.isLost(); failures++) {
      try {
        return Optional.of(reading.get());
      } catch (StoreUnavailableException e) {
        UninterruptibleSleep.sleep(context.time(), BACKOFF.after(failures));
      }
    }
    return Optional.empty();
  }

  /**
   * Reads as {@link #read} does.
   *
   * @param reading harmless to repeat
   * @param <T> the type of the result
   * @throws NotOwnerException if the shard is lost
   */
  public <T> T readOwned(Supplier<T> reading) {
    return read(reading).orElseThrow(() -> new NotOwnerException(shard()));
  }
}
