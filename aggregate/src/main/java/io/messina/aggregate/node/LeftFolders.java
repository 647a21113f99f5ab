package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotException;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.runtime.Context;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.node.Group;
import io.messina.stream.owner.Commit;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the states of shards that are owned elsewhere, once a snapshot counts that reaches
 * further than they do: only the new owner can have published it, and the old state is not needed
 * any more.
 */
final class LeftFolders implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeftFolders.class);

  private final Context context;
  private final StateSettings settings;
  private final StateFolders folders;
  private final Group group;
  private final IntFunction<Mutex> inUse;
  private final IntPredicate isOwned;

  /** The positions of the states that are not used. */
  private final Map<Integer, Long> reached = new ConcurrentHashMap<>();

  private volatile boolean closed;
  private volatile Cancellation next = () -> {};

  /**
   * Looks after folders.
   *
   * @param inUse is held for a shard while this process works with its folder
   * @param isOwned whether this process owns a shard; after a failure it may wait without its mutex
   */
  LeftFolders(
      Context context,
      StateSettings settings,
      StateFolders folders,
      Group group,
      IntFunction<Mutex> inUse,
      IntPredicate isOwned) {
    this.context = context;
    this.settings = settings;
    this.folders = folders;
    this.group = group;
    this.inUse = inUse;
    this.isOwned = isOwned;
  }

  void start() {
    if (settings.snapshots().isPresent() && !closed) {
      next = context.time().schedule(settings.snapshotEvery(), this::look);
    }
  }

  /** A shard is used again. */
  void used(int shard) {
    reached.remove(shard);
  }

  private void look() {
    try {
      for (int shard : folders.shards()) {
        look(shard);
      }
    } catch (RequestException | StoreException e) {
      LOG.debug("folders are looked at again later", e);
    } catch (StateException | SnapshotException | UncheckedIOException e) {
      LOG.warn("folders of shards that have moved cannot be removed now", e);
    }
    start();
  }

  private void look(int shard) {
    Mutex use = inUse.apply(shard);
    if (closed || !use.tryLock()) {
      return;
    }
    try {
      if (isOwned.test(shard)) {
        return;
      }
      long newest = ShardSnapshots.newest(group.followed(shard).map(Commit::note).orElse(""));
      if (folders.has(shard) && newest >= 0 && newest > reachedBy(shard)) {
        folders.remove(shard);
        reached.remove(shard);
        LOG.info("shard {} of {}: has moved, its state is removed here", shard, group.definition());
      }
    } finally {
      use.unlock();
    }
  }

  private long reachedBy(int shard) {
    return reached.computeIfAbsent(
        shard,
        any -> {
          try (ShardState left = new ShardState(folders.state(shard), settings.memory())) {
            return left.progress().next();
          }
        });
  }

  /** Ends with the folder that is looked at. */
  @Override
  public void close() {
    closed = true;
    next.cancel();
  }
}
