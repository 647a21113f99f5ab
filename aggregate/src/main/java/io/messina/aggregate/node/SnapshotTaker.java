package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes snapshots of a shard during one ownership of it, one at a time, on a separate thread. All
 * methods are for the shard's thread, except {@link #shown}.
 */
final class SnapshotTaker {

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotTaker.class);

  private final Context context;
  private final ShardId shard;
  private final OwnGroup group;
  private final GroupCommits commits;
  private final ShardSnapshots snapshots;
  private final Consumer<String> placeCheck;
  private final Duration every;
  private final AtomicLong failed = new AtomicLong();
  private volatile long newest;
  private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
  private long dueNanos;

  SnapshotTaker(
      Context context,
      ShardId shard,
      OwnGroup group,
      GroupCommits commits,
      ShardSnapshots snapshots,
      Consumer<String> placeCheck,
      Duration every) {
    this.context = context;
    this.shard = shard;
    this.group = group;
    this.commits = commits;
    this.snapshots = snapshots;
    this.placeCheck = placeCheck;
    this.every = every;
    this.newest = ShardSnapshots.newest(commits.note());
    // Not all shards of a process at once.
    this.dueNanos = context.time().nanoTime() + context.random().nextLong(every.toNanos()) + 1;
  }

  /** The time until {@link #tick} has work, in nanoseconds. */
  long nanosToTick(long now) {
    return Math.max(0, dueNanos - now);
  }

  /**
   * Begins a snapshot if it is time and there is something new.
   *
   * @param scratch folder for it
   */
  void tick(ShardState state, Path scratch) {
    long now = context.time().nanoTime();
    if (now < dueNanos) {
      return;
    }
    dueNanos = now + every.toNanos();
    if (running.isDone() && state.progress().next() > newest) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      running = done;
      context.start(
          () -> {
            try {
              take(state, scratch);
            } finally {
              done.complete(null);
            }
          });
    }
  }

  private void take(ShardState state, Path scratch) {
    try {
      placeCheck.accept(commits.note());
      String note = snapshots.take(state, scratch, commits.note());
      if (commits.publish(note)) {
        newest = ShardSnapshots.newest(note);
        snapshots.published(note, group::mayAcknowledge);
      }
    } catch (StateException e) {
      // The state knows, and the shard's thread asks it.
      LOG.debug("{}: no snapshot was taken", shard, e);
    } catch (NotOwnerException | RequestException | StoreException e) {
      LOG.debug("{}: a snapshot does not count, as the shard is owned elsewhere", shard, e);
    } catch (RuntimeException | Error e) {
      failed.incrementAndGet();
      LOG.warn("{}: no snapshot was taken, the next one is tried in {}", shard, every, e);
    }
  }

  /** Waits until no snapshot is being taken. */
  void rest() {
    Futures.join(running);
  }

  AggregateStatus.Snapshots shown() {
    ShardSnapshots.Stats stats = snapshots.stats();
    return new AggregateStatus.Snapshots(
        stats.snapshots(),
        failed.get(),
        newest < 0 ? Optional.empty() : Optional.of(Position.unpack(newest)),
        stats.uploadedBytes(),
        stats.uploadedFiles(),
        stats.newestBytes());
  }
}
