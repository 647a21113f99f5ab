package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.ShardSnapshots.Restored;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.api.Position;
import io.messina.stream.ShardId;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the state with which a shard begins: that of this machine if it is as new as the newest
 * snapshot, else a snapshot, else none. Each is the state of one position of the stream, so the
 * choice decides only how much is read again, and whether the stream still has it.
 *
 * @param folders of the aggregate
 * @param memory of the process
 * @param shard which
 * @param snapshots of the shard; null if the process has no place for them
 * @param placeCheck is told of the note before snapshots are read; throws if the place is not this
 *     store's
 * @param counts repairs
 */
record StateOpening(
    StateFolders folders,
    StateMemory memory,
    ShardId shard,
    @Nullable ShardSnapshots snapshots,
    Consumer<String> placeCheck,
    RecoveryCounts counts) {

  private static final Logger LOG = LoggerFactory.getLogger(StateOpening.class);

  /**
   * Opens the state.
   *
   * @param note of the last commit
   * @throws io.messina.aggregate.state.StateException if the local state cannot be read
   * @throws io.messina.aggregate.snapshot.SnapshotException if the place cannot be read now
   */
  ShardState open(String note) {
    Optional<ShardState> local =
        folders.has(shard.number()) ? Optional.of(openLocal()) : Optional.empty();
    try {
      ShardState chosen = choose(local, note);
      LOG.info("{}: goes on at {}", shard, Position.unpack(chosen.progress().next()));
      return chosen;
    } catch (RuntimeException e) {
      local.ifPresent(ShardState::close);
      throw e;
    }
  }

  private ShardState choose(Optional<ShardState> local, String note) {
    long here = local.map(state -> state.progress().next()).orElse(-1L);
    if (snapshots == null && !note.isEmpty()) {
      LOG.warn("{}: has snapshots, but this process has no place for them", shard);
    }
    if (snapshots == null || !isBehind(here, ShardSnapshots.newest(note))) {
      return local.orElseGet(this::openLocal);
    }
    placeCheck.accept(note);
    StateFolders.delete(folders.restoring(shard.number()));
    Optional<Restored> restored = snapshots.restore(note, folders.restoring(shard.number()));
    counts.snapshotsSkipped.addAndGet(
        restored.map(Restored::skipped).orElseGet(() -> ShardSnapshots.count(note)));
    if (restored.isEmpty() || !isBehind(here, restored.get().next())) {
      StateFolders.delete(folders.restoring(shard.number()));
      return local.orElseGet(this::openLocal);
    }
    local.ifPresent(ShardState::close);
    folders.swapIn(shard.number());
    counts.restored.incrementAndGet();
    return openLocal();
  }

  private static boolean isBehind(long here, long other) {
    return here < other;
  }

  private ShardState openLocal() {
    return new ShardState(folders.state(shard.number()), memory);
  }
}
