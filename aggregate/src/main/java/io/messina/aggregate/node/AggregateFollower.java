package io.messina.aggregate.node;

import io.messina.aggregate.ShardAggregate;
import io.messina.aggregate.snapshot.ShardSnapshots;
import io.messina.aggregate.snapshot.SnapshotPlace;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateException;
import io.messina.api.Position;
import io.messina.runtime.Context;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime.Cancellation;
import io.messina.runtime.RequestException;
import io.messina.runtime.Site;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.follow.ShardFollower;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aggregates the events of one shard in its owner's process, during one ownership. One thread opens
 * the state and adds page after page; another reads ahead, a third one takes snapshots. What cannot
 * be read is set aside and built anew; what fails again and again waits longer and longer, and says
 * why.
 */
final class AggregateFollower implements ShardFollower, Site {

  private static final Logger LOG = LoggerFactory.getLogger(AggregateFollower.class);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.2);

  /** What fails so long after it was mended fails for another reason. */
  private static final Duration CALM = Duration.ofMinutes(1);

  /** The position at which a state fails that cannot even be opened. */
  private static final long AT_OPENING = -1;

  private final Shared shared;
  private final ShardId shard;
  private final Supplier<OwnGroup> group;
  private final RecoveryCounts counts;
  private final EventGuard guard;
  private final Mutex running; // held while anything of the shard is used in this process
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean stopped;
  private volatile boolean over;
  private volatile @Nullable Opened opened;
  private volatile @Nullable String trouble;
  private volatile long lastEventNanos;

  // Of the shard's thread only.
  private int failures;
  private long failedAt = AT_OPENING;
  private boolean rebuilt; // since the last failure
  private long mendedNanos;
  private long dirtySince = Long.MAX_VALUE;
  private Cancellation alarm = () -> {};

  /**
   * What the shards of an aggregate share.
   *
   * @param context of the process
   * @param job what to do
   * @param settings of the process
   * @param folders of the aggregate
   * @param owned that the folder and the place are the store's
   */
  record Shared(
      Context context,
      AggregateJob job,
      StateSettings settings,
      StateFolders folders,
      OwnedState owned) {}

  /**
   * A state that can be read.
   *
   * @param group of the ownership
   * @param state of the shard
   * @param pages that are read ahead
   * @param taker of snapshots, if there are any
   */
  record Opened(
      OwnGroup group, ShardState state, PagesAhead pages, Optional<SnapshotTaker> taker) {}

  AggregateFollower(
      Shared shared,
      ShardId shard,
      Supplier<OwnGroup> group,
      RecoveryCounts counts,
      Mutex running) {
    this.shared = shared;
    this.shard = shard;
    this.group = group;
    this.counts = counts;
    this.running = running;
    this.guard = new EventGuard(shard + ": an aggregate");
    this.lastEventNanos = shared.context.time().nanoTime();
  }

  @Override
  public Context context() {
    return shared.context;
  }

  @Override
  public void run() {
    try (var _ = running.hold()) {
      if (!stopped) {
        // The group of this ownership: what is begun now must not be committed by a later one.
        follow(group.get());
      }
    } catch (NotOwnerException | RequestException | StoreException e) {
      LOG.debug("{}: is aggregated again soon, if it is owned here", shard, e);
    } catch (Throwable e) { // an Error as well, or it would begin again at once and say nothing
      trouble = e.toString();
      LOG.error("{}: begins again at its state", shard, e);
    }
    over = true;
    pause(PAUSE);
  }

  @Override
  public void stop() {
    stopped = true;
    woken.release();
  }

  @Override
  public void close() {
    try (var _ = running.hold()) {
      stopped = true;
    }
  }

  private void follow(OwnGroup own) {
    GroupCommits commits = new GroupCommits(own);
    Optional<ShardSnapshots> snapshots = shared.settings.snapshots().map(this::snapshots);
    Optional<SnapshotTaker> taker =
        snapshots.map(
            there ->
                new SnapshotTaker(
                    this,
                    shard,
                    own,
                    commits,
                    there,
                    this::checkPlace,
                    shared.settings.snapshotEvery()));
    StateOpening opening =
        new StateOpening(
            shared.folders,
            shared.settings.memory(),
            shard,
            snapshots.orElse(null),
            this::checkPlace,
            counts);
    while (!stopped) {
      Attempt attempt = new Attempt(own, commits, taker);
      try {
        attempt.run(opening);
      } catch (NotOwnerException | RequestException | StoreException e) {
        throw e;
      } catch (StateException e) {
        attempt.close();
        failed(e, attempt.reached);
        quarantine(e);
      } catch (Throwable e) {
        failed(e, attempt.reached);
        attempt.flush();
      } finally {
        attempt.close();
      }
      pause(failures == 0 ? Duration.ZERO : BACKOFF.after(failures, random()));
    }
  }

  private ShardSnapshots snapshots(SnapshotPlace place) {
    return new ShardSnapshots(
        new EndingPlace(place, () -> stopped),
        shared.folders.prefix(shard.number()),
        "%016x".formatted(random().nextLong()));
  }

  private void checkPlace(String note) {
    shared
        .owned
        .place()
        .ifPresent(place -> place.check(shared.folders.prefix(shard.number()), note));
  }

  /** All there is was read and is on the disk, though there may be no event beyond the failure. */
  private void mended() {
    if (trouble != null) {
      trouble = null;
      mendedNanos = time().nanoTime();
    }
  }

  private boolean isLongMended() {
    return failures > 0 && trouble == null && time().nanoTime() - mendedNanos >= CALM.toNanos();
  }

  private void failed(Throwable failure, long reached) {
    if (isLongMended()) {
      failures = 0;
      rebuilt = false;
    }
    failures++;
    failedAt = reached;
    trouble = "%s: %s".formatted(reached < 0 ? "opening" : Position.unpack(reached), failure);
    LOG.error("{}: the aggregate cannot go on, it is tried again: {}", shard, trouble, failure);
  }

  /**
   * Sets the state aside, unless one that was built anew has failed at the same place: then it is
   * the aggregator's fault, and building it once more is of no use.
   */
  private void quarantine(StateException failure) {
    if (failure.isDamaged() && !rebuilt && shared.folders.has(shard.number())) {
      rebuilt = true;
      counts.quarantined.incrementAndGet();
      LOG.error(
          "{}: its state is set aside in {} and built anew; look for a fault of the disk",
          shard,
          shared.folders.quarantine(shard.number()));
    }
  }

  private void pause(Duration duration) {
    long until = time().nanoTime() + duration.toNanos();
    for (long now = time().nanoTime(); !stopped && now < until; now = time().nanoTime()) {
      await(until - now);
    }
  }

  /** From opening a state until the shard is lost or something fails. */
  private final class Attempt {

    private final OwnGroup own;
    private final GroupCommits commits;
    private final Optional<SnapshotTaker> taker;
    private final PagesAhead pages;
    private @Nullable ShardState state;
    private long reached = AT_OPENING;

    Attempt(OwnGroup own, GroupCommits commits, Optional<SnapshotTaker> taker) {
      this.own = own;
      this.commits = commits;
      this.taker = taker;
      this.pages = new PagesAhead(own, AggregateFollower.this::wake);
    }

    void run(StateOpening opening) {
      ShardState here = opening.open(commits.note());
      state = here;
      reached = here.progress().next();
      Commit from = new Commit(Position.unpack(reached), own.committed().run());
      pages.start(AggregateFollower.this, from);
      opened = new Opened(own, here, pages, taker);
      ShardAggregate aggregate =
          new ShardAggregate(
              shared.job.aggregator(), shared.job.windows(), shared.job.origins(), here, guard);
      while (!stopped) {
        Optional<EventPage> page = pages.poll();
        page.ifPresent(read -> add(aggregate, here, read));
        tick(here);
        if (page.isEmpty()) {
          if (dirtySince == Long.MAX_VALUE && pages.isAtEnd(reached)) {
            mended();
          }
          here.makeRoom();
          await(nanosToTick());
        }
      }
      here.flush();
    }

    private void add(ShardAggregate aggregate, ShardState here, EventPage page) {
      if (!page.events().isEmpty()) {
        lastEventNanos = time().nanoTime();
      }
      aggregate.add(page, this::skipped);
      reached = here.progress().next();
      dirtySince = Math.min(dirtySince, time().nanoTime());
      if (failures > 0 && reached > failedAt) {
        failures = 0;
        rebuilt = false;
        trouble = null;
      }
      commits.reached(page.next());
    }

    /** What fails there is nothing that the shard's ownership has to do with. */
    private void skipped(List<StoredEvent> events) {
      try {
        shared.job.skipped().skipped(events);
      } catch (RuntimeException e) {
        throw new IllegalStateException("events that were skipped are not taken: " + e, e);
      }
    }

    private void tick(ShardState here) {
      here.failure()
          .ifPresent(
              found -> {
                throw found;
              });
      if (time().nanoTime() - dirtySince >= shared.settings.flushEvery().toNanos()) {
        here.flush();
        dirtySince = Long.MAX_VALUE;
      }
      taker.ifPresent(there -> there.tick(here, shared.folders.scratch(shard.number())));
    }

    private long nanosToTick() {
      long now = time().nanoTime();
      long flush =
          dirtySince == Long.MAX_VALUE
              ? Long.MAX_VALUE
              : dirtySince + shared.settings.flushEvery().toNanos() - now;
      long snapshot = taker.map(there -> there.nanosToTick(now)).orElse(Long.MAX_VALUE);
      return Math.max(1, Math.min(flush, snapshot));
    }

    /** What was read before somebody else's failure need not be read again. */
    void flush() {
      ShardState there = state;
      if (there != null && there.failure().isEmpty()) {
        try {
          there.flush();
        } catch (StateException e) {
          LOG.warn("{}: what was not flushed is read again", shard, e);
        }
      }
    }

    /** Nothing of it goes on afterwards. */
    void close() {
      opened = null;
      pages.close();
      taker.ifPresent(SnapshotTaker::rest);
      ShardState there = state;
      if (there != null) {
        there.close();
      }
      dirtySince = Long.MAX_VALUE;
    }
  }

  /** Looks at once whether the state can still be read. */
  void wake() {
    woken.release();
  }

  private void await(long nanos) {
    alarm.cancel();
    alarm =
        nanos == Long.MAX_VALUE
            ? () -> {}
            : time().schedule(Duration.ofNanos(nanos), woken::release);
    woken.acquireUninterruptibly();
    woken.drainPermits();
  }

  int number() {
    return shard.number();
  }

  boolean isOver() {
    return stopped || over;
  }

  /** What was read so far is there after a crash, if a state is open. */
  void flush() {
    Opened there = opened;
    if (there != null) {
      there.state.flush();
    }
  }

  /** What can be read now. */
  Optional<Opened> opened() {
    return Optional.ofNullable(opened);
  }

  /**
   * Whether the shard was read to its end.
   *
   * @param next up to which a state has all of it
   */
  boolean isAtEnd(long next) {
    Opened there = opened;
    return there != null && there.pages.isAtEnd(next);
  }

  /** Whether it also had no event for some time. */
  boolean isIdle(long next, Duration quiet) {
    return isAtEnd(next) && time().nanoTime() - lastEventNanos >= quiet.toNanos();
  }

  AggregateStatus.OfShard status() {
    Opened there = opened;
    Optional<String> why = Optional.ofNullable(trouble).or(guard::trouble);
    if (there == null) {
      return new AggregateStatus.OfShard(
          Optional.empty(),
          Optional.empty(),
          AggregateStatus.Events.NONE,
          0,
          AggregateStatus.Snapshots.NONE,
          counts.shown(),
          why);
    }
    ShardProgress progress = there.state.progress();
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
            there.state.windowsDropped()),
        lag(there.group, Position.unpack(progress.next())),
        there.taker.map(SnapshotTaker::shown).orElse(AggregateStatus.Snapshots.NONE),
        counts.shown(),
        why);
  }

  /** By the state, which may be older than what the group has committed, as after a crash. */
  private static long lag(OwnGroup own, Position next) {
    try {
      return own.countFrom(next);
    } catch (NotOwnerException | RequestException e) {
      return 0; // The shard has just been lost.
    }
  }
}
