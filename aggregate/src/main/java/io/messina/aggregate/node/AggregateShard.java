package io.messina.aggregate.node;

import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.Mutex;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.follow.FollowTrouble;
import io.messina.stream.follow.ReadAhead;
import io.messina.stream.follow.ShardTask;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard of an aggregate, over all of its ownerships in this process: it opens the state, and
 * answers questions. A state that cannot be read is set aside and built again. Safe for use by many
 * threads.
 */
final class AggregateShard implements ShardTask.Beginning {

  private static final Logger LOG = LoggerFactory.getLogger(AggregateShard.class);

  private final Shared shared;
  private final ShardId shard;
  private final Mutex inUse;
  private final EventGuard guard;
  private final RecoveryCounts counts = new RecoveryCounts();
  private volatile @Nullable Opened opened;
  private volatile long lastEventNanos;
  private volatile BooleanSupplier ending = () -> false;

  // Of the shard's thread only.
  private @Nullable Ownership ownership; // the last one
  private Optional<FollowTrouble.Failure> answered = Optional.empty();
  private boolean rebuilt; // since the present row of failures began

  /**
   * The fields that the shards of an aggregate share.
   *
   * @param owned proves that the folder and the place are the store's
   * @param trouble knows which shards fail
   * @param left removes the folders of shards that have moved
   */
  record Shared(
      Context context,
      AggregateJob job,
      StateSettings settings,
      StateFolders folders,
      OwnedState owned,
      FollowTrouble trouble,
      LeftFolders left) {}

  /** The parts of an ownership that stay while its tasks fail and begin again. */
  private record Ownership(
      OwnGroup group,
      GroupCommits commits,
      Optional<ShardSnapshots> snapshots,
      Optional<SnapshotTaker> taker) {}

  /**
   * A state that can be read.
   *
   * @param pages that are read ahead
   * @param taker of snapshots, if there are any
   */
  record Opened(
      OwnGroup group,
      GroupCommits commits,
      ShardState state,
      ReadAhead pages,
      Optional<SnapshotTaker> taker) {

    private void close() {
      pages.close();
      try {
        taker.ifPresent(SnapshotTaker::rest);
      } finally {
        state.close();
      }
    }

    private AggregateStatus.OfShard status(
        AggregateStatus.Recovery recovery, Optional<String> trouble) {
      ShardProgress progress = state.progress();
      ShardProgress.Counters seen = progress.counters();
      return new AggregateStatus.OfShard(
          Optional.of(Position.unpack(progress.next())),
          progress.hasEvents()
              ? Optional.of(Instant.ofEpochMilli(progress.watermarkMillis()))
              : Optional.empty(),
          new AggregateStatus.Events(
              seen.added(),
              seen.late(),
              seen.ahead(),
              seen.skipped(),
              progress.gaps().count(),
              state.windowsDropped()),
          lag(Position.unpack(progress.next())),
          taker.map(SnapshotTaker::shown).orElse(AggregateStatus.Snapshots.NONE),
          recovery,
          trouble);
    }

    /** By the state, which may be older than the committed position, as after a crash. */
    private long lag(Position next) {
      try {
        return group.countFrom(next);
      } catch (NotOwnerException | RequestException _) {
        return 0; // the shard has just been lost
      }
    }
  }

  /**
   * A shard that is not open.
   *
   * @param inUse is held while this process works with the folder of the shard
   */
  AggregateShard(Shared shared, ShardId shard, Mutex inUse) {
    this.shared = shared;
    this.shard = shard;
    this.inUse = inUse;
    this.guard = new EventGuard(shard + ": an aggregate");
    this.lastEventNanos = shared.context.time().nanoTime();
  }

  /** With the group of this ownership: a later one must not commit the work that is begun now. */
  @Override
  public ShardTask begin(ShardId same, Supplier<OwnGroup> group, BooleanSupplier stopped) {
    OwnGroup own = group.get();
    inUse.lock();
    try {
      ending = stopped;
      shared.left.used(number());
      quarantine();
      // A shard that comes back from another owner had its last event there, at an unknown time.
      sawEvents();
      return new AggregateTask(shared, this, open(own));
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private Opened open(OwnGroup own) {
    Ownership now = ownership;
    if (now == null || !now.group.equals(own)) {
      now = owned(own);
      ownership = now;
    }
    ShardState state =
        new StateOpening(
                shared.folders,
                shared.settings.memory(),
                shard,
                now.snapshots.orElse(null),
                this::checkPlace,
                counts)
            .open(now.commits.note());
    ReadAhead pages = new ReadAhead(shared.context, own, AggregateTask.PAGE_EVENTS, true);
    Opened open = new Opened(own, now.commits, state, pages, now.taker);
    opened = open;
    return open;
  }

  private Ownership owned(OwnGroup own) {
    GroupCommits commits = new GroupCommits(own);
    Optional<ShardSnapshots> snapshots = shared.settings.snapshots().map(this::snapshots);
    Optional<SnapshotTaker> taker =
        snapshots.map(
            it ->
                new SnapshotTaker(
                    shared.context,
                    shard,
                    own,
                    commits,
                    it,
                    this::checkPlace,
                    shared.settings.snapshotEvery()));
    return new Ownership(own, commits, snapshots, taker);
  }

  private ShardSnapshots snapshots(SnapshotPlace place) {
    return new ShardSnapshots(
        new EndingPlace(place, () -> ending.getAsBoolean()),
        shared.folders.prefix(number()),
        "%016x".formatted(shared.context.random().nextLong()));
  }

  private void checkPlace(String note) {
    shared.owned.place().ifPresent(place -> place.check(shared.folders.prefix(number()), note));
  }

  /**
   * Sets the state aside after a failure, unless one that was built again has failed: then it is
   * the aggregator's fault, and building it once more is of no use.
   */
  private void quarantine() {
    Optional<FollowTrouble.Failure> failure = shared.trouble.failure(shard);
    if (failure.isEmpty() || failure.equals(answered)) {
      return;
    }
    rebuilt &= failure.get().times() > 1;
    if (failure.get().thrown() instanceof StateException damage
        && damage.isDamaged()
        && !rebuilt
        && shared.folders.has(number())) {
      // First, so that it is tried again if it throws.
      Path aside = shared.folders.quarantine(number());
      rebuilt = true;
      counts.quarantined.incrementAndGet();
      LOG.error(
          "{}: its state is set aside in {} and built again; look for a fault of the disk",
          shard,
          aside);
    }
    answered = failure;
  }

  /** Ends the task that was begun; nothing of it continues afterwards. */
  void close() {
    Opened now = opened;
    opened = null;
    try {
      if (now != null) {
        now.close();
      }
    } finally {
      inUse.unlock();
    }
  }

  int number() {
    return shard.number();
  }

  EventGuard guard() {
    return guard;
  }

  void sawEvents() {
    lastEventNanos = shared.context.time().nanoTime();
  }

  /** Looks at once whether the state can still be read. */
  void wake() {
    opened().ifPresent(now -> now.pages.wake());
  }

  /** Makes all that was read so far safe from a crash, if a state is open. */
  void flush() {
    opened().ifPresent(now -> now.state.flush());
  }

  /** Returns the state that can be read now. */
  Optional<Opened> opened() {
    return Optional.ofNullable(opened);
  }

  /**
   * Returns whether the shard was read to its end, and had no event for some time.
   *
   * @param next the position up to which a state has all of it
   */
  boolean isIdle(long next, Duration quiet) {
    return opened().filter(now -> now.pages.isAtEnd(next)).isPresent()
        && shared.context.time().nanoTime() - lastEventNanos >= quiet.toNanos();
  }

  /** Whether the shard is owned here still, for certain. */
  boolean isOwned() {
    return opened().filter(now -> now.group.mayAcknowledge()).isPresent();
  }

  AggregateStatus.OfShard status() {
    Optional<String> why =
        shared.trouble.standstill(shard).map(AggregateShard::words).or(guard::trouble);
    return opened()
        .map(now -> now.status(counts.shown(), why))
        .orElseGet(
            () ->
                new AggregateStatus.OfShard(
                    Optional.empty(),
                    Optional.empty(),
                    AggregateStatus.Events.NONE,
                    0,
                    AggregateStatus.Snapshots.NONE,
                    counts.shown(),
                    why));
  }

  private static String words(FollowTrouble.Failure failure) {
    return "%s: %s"
        .formatted(
            failure.reached() < 0 ? "opening" : Position.unpack(failure.reached()),
            failure.thrown());
  }
}
