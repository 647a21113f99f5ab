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
import io.messina.stream.ownership.MemberTable.Member;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 * <p>While {@link #holdsLease} is true, no other process has claimed the cluster lease, as far as
 * clocks tell. So if the owner of a shard was read before that call and is another incarnation, it
 * held the cluster lease earlier and has lost it. Where clocks stood still that may be wrong: then
 * the other one finds its grave.
 */
final class ClusterLeaseMembership extends Membership {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterLeaseMembership.class);

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final LogOnce looks = new LogOnce(LOG, "the cluster lease cannot be looked at");
  private final ClusterLease clusterLease;
  private final Set<Incarnation> formers;
  private final FencedSender sender;
  // All changed under this object's lock.
  private final ClusterLeaseWatch watch;
  private Optional<Fence> standing = Optional.empty();
  private volatile Optional<Beat> pending = Optional.empty();
  private boolean claimed;

  ClusterLeaseMembership(OwnershipSite site, Set<Incarnation> formers) {
    super(site);
    this.clusterLease = options.clusterLease().orElseThrow();
    this.formers = formers;
    this.sender = new FencedSender(site.context());
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
  void start() {
    startOrLose(this::run);
  }

  @Override
  synchronized boolean hasBeaten() {
    return claimed;
  }

  @Override
  List<Member> living() {
    return holdsLease() ? List.of(new Member(incarnation(), site.address(), 1, false)) : List.of();
  }

  @Override
  boolean isDead(Incarnation owner) {
    return !owner.equals(incarnation()) && holdsLease();
  }

  @Override
  synchronized void lose() {
    super.lose();
    clusterLease.become(new ClusterLease.State.Unclaimed());
  }

  @Override
  void end() {
    Optional<Beat> unanswered;
    synchronized (this) {
      endLease();
      unanswered = pending;
      pending = Optional.empty();
    }
    try {
      release(unanswered);
    } catch (RuntimeException e) {
      LOG.debug(
          "{}: the cluster lease is not released, the next one waits for the lease",
          incarnation(),
          e);
    }
  }

  private void release(Optional<Beat> unanswered) {
    long until = site.context().time().nanoTime() + options.lease().toNanos();
    unanswered
        .map(beat -> send(beat.sending().batch(), until))
        .orElse(standing)
        .ifPresent(fence -> send(clusterLease.release(fence), until));
  }

  private Optional<Fence> send(FencedBatch batch, long untilNanos) {
    return sender.send(batch, () -> site.context().time().nanoTime() - untilNanos < 0)
            instanceof FencedWrite.Applied applied
        ? Optional.of(applied.fence())
        : Optional.empty();
  }

  private void run() {
    while (goesOn()) {
      if (isWaiting()) {
        var _ = looks.attempt(this::look);
      }
      if (isSending()) {
        startOrLose(() -> beat(this::sendPending));
      }
      UninterruptibleSleep.sleep(
          site.context().time(), isWaiting() ? LOOK_EVERY : options.beatEvery());
    }
  }

  /** Whether it neither holds the cluster lease nor claims it. */
  private synchronized boolean isWaiting() {
    return standing.isEmpty() && pending.isEmpty();
  }

  /** Whether there is something to send; if nothing else is, a beat is. */
  private synchronized boolean isSending() {
    if (pending.isEmpty()) {
      standing.ifPresent(fence -> prepare(clusterLease.beat(fence)));
    }
    return pending.isPresent();
  }

  private void prepare(FencedBatch batch) {
    pending = Optional.of(new Beat(new FencedSending(batch), beatClock.send(now())));
  }

  private void look() {
    long begun = site.context().time().nanoTime();
    Optional<StaticRow> row = site.context().store().look(clusterLease.partition());
    if (!claim(row, begun, site.context().time().nanoTime())) {
      ClusterLease.Holder holder = clusterLease.holder(site.context().store(), row.orElseThrow());
      clusterLease.become(new ClusterLease.State.Occupied(holder));
    }
  }

  private synchronized boolean claim(Optional<StaticRow> row, long begunNanos, long readNanos) {
    row.ifPresent(found -> watch.read(begunNanos, readNanos, found.fence()));
    if (row.isPresent() && !isFree(row.get())) {
      return false;
    }
    claimed = true;
    Instant now = site.context().time().wall().instant().truncatedTo(ChronoUnit.MILLIS);
    prepare(clusterLease.claim(row, incarnation(), now));
    return true;
  }

  private boolean isFree(StaticRow row) {
    if (clusterLease.isElsewhere(row)) {
      throw new IllegalStateException("the cluster is used from another data centre by now");
    }
    Fence fence = row.fence();
    return ClusterLease.isReleased(row)
        || fence.writer().equals(incarnation())
        || formers.contains(fence.writer())
        || clusterLease.isFound(fence)
        || watch.isDead(fence);
  }

  private void sendPending() {
    pending.ifPresent(
        beat -> {
          FencedSending sending = beat.sending();
          answered(beat, sending.answered(site.context().store().writeIf(sending.batch())));
        });
  }

  private synchronized void answered(Beat sent, FencedWrite outcome) {
    // An answer to another attempt of the same write may have come before.
    if (!pending.equals(Optional.of(sent))) {
      return;
    }
    pending = Optional.empty();
    if (outcome instanceof FencedWrite.Applied applied) {
      standing = Optional.of(applied.fence());
      beatClock.confirm(sent.sentNanos(), now());
      clusterLease.become(new ClusterLease.State.Held());
    } else if (standing.isPresent()) {
      LOG.warn("Another process has taken the cluster lease; all shards are lost: {}", outcome);
      lose();
    }
  }
}
