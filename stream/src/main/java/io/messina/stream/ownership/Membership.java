package io.messina.stream.ownership;

import io.messina.runtime.LogOnce;
import io.messina.runtime.Moment;
import io.messina.store.Incarnation;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One incarnation among the members of a cluster, whose lease ends if it does not beat. Safe for
 * use by many threads.
 */
abstract sealed class Membership permits BeatingMembership, SoleMembership {

  /** A beat does not wait for the one before, so that one lost answer does not cost the lease. */
  private static final int BEATS_UNDER_WAY_MAX = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  final OwnershipSite site;
  final OwnershipOptions options;
  final BeatClock beatClock; // under this object's lock
  volatile boolean ended; // changed under this object's lock
  private final LogOnce beats = new LogOnce(LOG, "beats cannot be written");
  private final Incarnation me;
  private final GraveWatch graves;
  private volatile Optional<StoreException> refusal = Optional.empty();
  private int underWay; // under this object's lock

  Membership(OwnershipSite site) {
    this.site = site;
    this.options = site.options();
    this.me = Incarnation.next(site.context().random());
    this.beatClock = new BeatClock(options.lease());
    this.graves = new GraveWatch(this);
  }

  final Incarnation incarnation() {
    return me;
  }

  void start() {}

  /** Whether it may act as the owner of its shards at this moment, as far as its clocks tell. */
  synchronized boolean holdsLease() {
    return !ended && beatClock.holdsLease(now());
  }

  /**
   * Asks whether what was written before this call may be acknowledged: whoever takes a shard from
   * this incarnation sees it, whatever the clocks do.
   *
   * @param answer is called once, in the order of the calls, and must return soon
   */
  void confirm(Consumer<Boolean> answer) {
    graves.ask(answer);
  }

  /** Whether it ever had a confirmed beat, so that it may have acted as an owner. */
  synchronized boolean hasBeaten() {
    return beatClock.hasBeaten();
  }

  /** Whether it has lost its lease permanently, and with it all its shards. */
  synchronized boolean isLost() {
    return beatClock.isLost(now());
  }

  abstract List<MemberTable.Member> living();

  /** All members that have a row, the dead of the last leases among them. */
  abstract List<SeenMember> seen();

  /** Whether it knows who else lives, so that it may share the shards with them. */
  abstract boolean isAware();

  /** Returns another living member with the same address, which is a mistake of an operator. */
  abstract Optional<Incarnation> rival();

  /** Whether an incarnation can no longer own anything. */
  abstract boolean isDead(Incarnation owner);

  /** Forgets the owners that {@link #isDead} was called with. */
  void waitForNobody() {}

  /** Tells the others that it takes no more shards. */
  void leave() {}

  /** Tells the others which shards it cannot serve. */
  void decline(Set<ShardId> shards) {}

  /** Another member says that it leaves. */
  void leaves(Incarnation member) {}

  /** Ends; its shards must have been released or lost. */
  abstract void end();

  /** Whether it may be a member, as far as was asked. */
  boolean isAdmitted() {
    return true;
  }

  /** Ends, as it may not be a member. */
  final void refuse(StoreException why) {
    refusal = Optional.of(why);
    end();
  }

  /** Why it may not be a member. */
  final Optional<StoreException> refusal() {
    return refusal;
  }

  /** Beats no more, and has no lease any more. */
  final synchronized void endLease() {
    ended = true;
    lose();
  }

  synchronized void lose() {
    beatClock.lose();
  }

  final Moment now() {
    return Moment.now(site.context().time());
  }

  /** Whether it still has its lease, or can still get it. */
  final synchronized boolean goesOn() {
    if (!ended && isLost()) {
      lose();
    }
    return !ended && !isLost();
  }

  /** Runs a task on a thread of its own. If it fails by an error, the lease is given up. */
  final void startOrLose(Runnable task) {
    site.context()
        .start(
            () -> {
              try {
                task.run();
              } catch (Error e) {
                LOG.error("{}: has lost its place by an error", me, e);
                lose();
              }
            });
  }

  /** Writes a beat, unless it has ended or too many are under way. */
  final void beat(Runnable write) {
    if (!begins()) {
      return;
    }
    try {
      var _ = beats.attempt(write);
    } finally {
      synchronized (this) {
        underWay--;
      }
    }
  }

  private synchronized boolean begins() {
    boolean begins = !ended && underWay < BEATS_UNDER_WAY_MAX;
    underWay += begins ? 1 : 0;
    return begins;
  }
}
