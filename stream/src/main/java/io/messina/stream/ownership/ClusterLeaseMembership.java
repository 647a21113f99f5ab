package io.messina.stream.ownership;

import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedSending;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.StaticRow;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The holder of the {@link ClusterLease} of its cluster, or a process that waits for it. Costs one
 * fenced write per beat, or one read while it waits.
 *
 * <p>A beat without an answer is sent again by the next ones, always as the same batch: the rule of
 * {@link io.messina.store.Store#writeIf} allows that, so one lost answer does not cost the cluster
 * lease.
 *
 * <p>While {@link #mayAcknowledge} is true, no other process has claimed the cluster lease. So if
 * the owner of a shard was read before that call and is another incarnation, it held the cluster
 * lease earlier and has lost it: it acknowledges nothing any more.
 */
final class ClusterLeaseMembership implements Membership {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterLeaseMembership.class);

  private static final int SENDINGS_MAX = 4;
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final LogOnce beats = new LogOnce(LOG, "beats cannot be written");
  private final LogOnce looks = new LogOnce(LOG, "the cluster lease cannot be looked at");
  private final OwnershipSite site;
  private final OwnershipOptions options;
  private final ClusterLease clusterLease;
  private final Set<Incarnation> formers;
  private final Incarnation me;
  private final FencedSender sender;
  private final ReentrantLock lock = new ReentrantLock();
  // All under the lock.
  private final BeatClock beatClock;
  private final ClusterLeaseWatch watch;
  private Optional<Fence> standing = Optional.empty();
  private Optional<Beat> pending = Optional.empty();
  private int underWay;
  private boolean claimed;
  private boolean ended;

  ClusterLeaseMembership(
      OwnershipSite site,
      OwnershipOptions options,
      ClusterLease clusterLease,
      Set<Incarnation> formers,
      FencedSender sender) {
    this.site = site;
    this.options = options;
    this.clusterLease = clusterLease;
    this.formers = formers;
    this.sender = sender;
    this.me = Incarnation.next(site.random());
    this.beatClock = new BeatClock(options.lease());
    this.watch = new ClusterLeaseWatch(options.lease());
  }

  /**
   * A fenced write without a known outcome.
   *
   * @param sending the write
   * @param sentNanos from {@link BeatClock#send}, before it was first sent
   */
  private record Beat(FencedSending sending, long sentNanos) {}

  @Override
  public Incarnation incarnation() {
    return me;
  }

  @Override
  public void start() {
    site.start(() -> orLose(this::run));
  }

  @Override
  public boolean mayAcknowledge() {
    lock.lock();
    try {
      return !ended && standing.isPresent() && beatClock.mayAcknowledge(Moment.now(site.time()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean hasBeaten() {
    lock.lock();
    try {
      return claimed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isLost() {
    lock.lock();
    try {
      return beatClock.isLost(Moment.now(site.time()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Member> living() {
    return mayAcknowledge() ? List.of(new Member(me, site.address(), 1, false)) : List.of();
  }

  @Override
  public boolean isDead(Incarnation owner) {
    return !owner.equals(me) && mayAcknowledge();
  }

  @Override
  public void waitForNobody() {}

  @Override
  public void leave() {}

  @Override
  public void end() {
    Optional<FencedBatch> unanswered;
    lock.lock();
    try {
      ended = true;
      beatClock.lose();
      clusterLease.lost();
      unanswered = pending.map(beat -> beat.sending().batch());
      pending = Optional.empty();
    } finally {
      lock.unlock();
    }
    try {
      release(unanswered);
    } catch (RuntimeException e) {
      LOG.debug("{}: the cluster lease is not released, the next one waits for the lease", me, e);
    }
  }

  private void release(Optional<FencedBatch> unanswered) {
    long until = site.time().nanoTime() + options.lease().toNanos();
    Optional<Fence> last = unanswered.map(batch -> send(batch, until)).orElse(standing);
    last.ifPresent(fence -> send(clusterLease.release(fence), until));
  }

  private Optional<Fence> send(FencedBatch batch, long untilNanos) {
    return sender.send(batch, () -> site.time().nanoTime() - untilNanos < 0)
            instanceof FencedWrite.Applied applied
        ? Optional.of(applied.fence())
        : Optional.empty();
  }

  /** If one of the loops fails, the holder gives up its lease. */
  private void orLose(Runnable loop) {
    try {
      loop.run();
    } catch (Error e) {
      LOG.error("{}: has lost its place by an error", me, e);
      lock.lock();
      try {
        beatClock.lose();
        clusterLease.lost();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean goesOn() {
    lock.lock();
    try {
      boolean lost = beatClock.isLost(Moment.now(site.time()));
      if (lost && !ended) {
        clusterLease.lost();
      }
      return !ended && !lost;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (goesOn()) {
      if (isWaiting()) {
        look();
      }
      if (isSending()) {
        site.start(() -> orLose(this::beat));
      }
      UninterruptibleSleep.sleep(site.time(), isWaiting() ? LOOK_EVERY : options.beatEvery());
    }
  }

  /** Whether it neither holds the cluster lease nor claims it. */
  private boolean isWaiting() {
    lock.lock();
    try {
      return standing.isEmpty() && pending.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is something to send; if nothing else is, a beat is. */
  private boolean isSending() {
    lock.lock();
    try {
      if (pending.isEmpty()) {
        standing.ifPresent(fence -> prepare(clusterLease.beat(fence)));
      }
      return pending.isPresent();
    } finally {
      lock.unlock();
    }
  }

  private void prepare(FencedBatch batch) {
    long sent = beatClock.send(Moment.now(site.time()));
    pending = Optional.of(new Beat(new FencedSending(batch), sent));
  }

  private void look() {
    try {
      long begun = site.time().nanoTime();
      Optional<StaticRow> row = site.store().getStatic(clusterLease.partition());
      long read = site.time().nanoTime();
      if (!claim(row, begun, read)) {
        clusterLease.occupied(clusterLease.holder(site.store(), row.orElseThrow()));
      }
      looks.succeeded();
    } catch (RuntimeException e) {
      looks.failed(e);
    }
  }

  private boolean claim(Optional<StaticRow> row, long begunNanos, long readNanos) {
    lock.lock();
    try {
      row.ifPresent(found -> watch.read(begunNanos, readNanos, found.fence()));
      if (!row.map(this::isFree).orElse(true)) {
        return false;
      }
      claimed = true;
      prepare(
          clusterLease.claim(row, me, site.time().wall().instant().truncatedTo(ChronoUnit.MILLIS)));
      return true;
    } finally {
      lock.unlock();
    }
  }

  private boolean isFree(StaticRow row) {
    if (clusterLease.isElsewhere(row)) {
      throw new IllegalStateException("the cluster is used from another data centre by now");
    }
    Fence fence = row.fence();
    return ClusterLease.isReleased(row)
        || fence.writer().equals(me)
        || formers.contains(fence.writer())
        || clusterLease.isFound(fence)
        || watch.isDead(fence);
  }

  private void beat() {
    Optional<Beat> sent = beginSending();
    if (sent.isEmpty()) {
      return;
    }
    try {
      FencedSending sending = sent.get().sending();
      answered(sent.get(), sending.answered(site.store().writeIf(sending.batch())));
      beats.succeeded();
    } catch (RuntimeException e) {
      beats.failed(e);
    } finally {
      endSending();
    }
  }

  private Optional<Beat> beginSending() {
    lock.lock();
    try {
      if (ended || pending.isEmpty() || underWay >= SENDINGS_MAX) {
        return Optional.empty();
      }
      underWay++;
      return pending;
    } finally {
      lock.unlock();
    }
  }

  private void endSending() {
    lock.lock();
    try {
      underWay--;
    } finally {
      lock.unlock();
    }
  }

  private void answered(Beat sent, FencedWrite outcome) {
    lock.lock();
    try {
      // An answer to another attempt of the same write may have come before.
      if (!pending.equals(Optional.of(sent))) {
        return;
      }
      pending = Optional.empty();
      if (outcome instanceof FencedWrite.Applied applied) {
        standing = Optional.of(applied.fence());
        beatClock.confirm(sent.sentNanos(), Moment.now(site.time()));
        clusterLease.held();
      } else if (standing.isPresent()) {
        LOG.warn("Another process has taken the cluster lease; all shards are lost: {}", outcome);
        beatClock.lose();
      }
    } finally {
      lock.unlock();
    }
  }
}
