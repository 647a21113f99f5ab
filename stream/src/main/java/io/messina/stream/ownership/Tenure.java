package io.messina.stream.ownership;

import io.messina.store.Incarnation;
import io.messina.store.StaticRow;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The shards of one incarnation, from its first beat until it has lost or released them all. */
final class Tenure {

  private final OwnershipSite site;
  private final OwnershipOptions options;
  private final Rules rules;
  private final Membership membership;
  private final Set<Incarnation> formers;
  private final ShardListener listener;
  private final FencedSender sender;
  private final ReentrantLock lock = new ReentrantLock();
  // All under the lock.
  private final MovePlan plan;
  private final Map<ShardId, OwnedShard> owned = new HashMap<>();
  private List<Incarnation> assignees = List.of();
  private List<ShardId> assigned = List.of();
  private boolean leaving;

  Tenure(
      OwnershipSite site,
      OwnershipOptions options,
      Rules rules,
      ShardListener listener,
      Former former) {
    this.site = site;
    this.options = options;
    this.rules = rules;
    this.listener = listener;
    this.formers = Set.copyOf(former.incarnations());
    this.plan = new MovePlan(former.shards());
    this.sender = new FencedSender(site.store(), site.time(), site.random(), rules);
    this.membership =
        options.sole()
            ? new SoleMembership(Incarnation.next(site.random()), site.address())
            : new BeatingMembership(site, options, rules);
  }

  /**
   * What the process was before.
   *
   * @param incarnations who it was, all of which have lost their place
   * @param shards what the last of them owned
   */
  record Former(Collection<Incarnation> incarnations, Collection<ShardId> shards) {

    static final Former NONE = new Former(List.of(), List.of());
  }

  void start() {
    membership.start();
  }

  Membership membership() {
    return membership;
  }

  /** Lets it release all shards, and end then. */
  void leave() {
    lock.lock();
    try {
      leaving = true;
      plan.leave();
    } finally {
      lock.unlock();
    }
    membership.leave();
  }

  /** Whether it has left and nothing is under way. */
  boolean hasLeft() {
    lock.lock();
    try {
      return leaving && plan.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Decides anew, and begins what is to do. */
  void step(List<ShardId> shards) {
    List<Move> moves;
    lock.lock();
    try {
      owned.values().stream()
          .filter(shard -> shard.writer().hasEnded() || shard.isGivenUp())
          .toList()
          .forEach(this::loseOne);
      if (!leaving) {
        aim(shards);
      }
      moves = membership.mayAcknowledge() ? plan.next(site.time().nanoTime()) : List.of();
      if (!plan.isWaiting()) {
        membership.waitForNobody();
      }
    } finally {
      lock.unlock();
    }
    for (Move move : moves) {
      site.threads().newThread(() -> perform(move)).start();
    }
  }

  /** Gives up all shards, whose owner has lost its place; returns which they were. */
  Collection<ShardId> loseAll() {
    lock.lock();
    try {
      Set<ShardId> all = new LinkedHashSet<>(owned.keySet());
      all.addAll(plan.reclaimed());
      List.copyOf(owned.values()).forEach(this::loseOne);
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void aim(List<ShardId> shards) {
    List<Member> living = membership.living();
    Incarnation me = membership.incarnation();
    boolean aware =
        living.stream()
            .anyMatch(
                member -> member.incarnation().equals(me) && member.beat() >= options.awareBeats());
    Assignment assignment = Assignment.among(living, options.settledBeats());
    List<Incarnation> now = assignment.members().stream().map(Member::incarnation).toList();
    if (aware
        && membership.mayAcknowledge()
        && (!now.equals(assignees) || !shards.equals(assigned))) {
      assignees = now;
      assigned = List.copyOf(shards);
      Set<ShardId> desired = new LinkedHashSet<>();
      shards.stream().filter(shard -> assignment.assigns(shard, me)).forEach(desired::add);
      plan.aim(desired);
    }
  }

  private void loseOne(OwnedShard shard) {
    shard.giveUp();
    // Otherwise the thread that takes or releases it tells, when it is done.
    if (plan.isHeld(shard.shard())) {
      forget(shard);
      site.threads().newThread(() -> listener.lost(shard)).start();
    }
  }

  private void perform(Move move) {
    switch (move) {
      case Move.Look look -> look(look.shard());
      case Move.Release release -> release(release.shard());
    }
  }

  private void look(ShardId shard) {
    try {
      Optional<StaticRow> found = site.store().getStatic(ShardTable.partition(shard));
      if (!rules.mayTake(former(found))
          || !take(new TakeOver(shard, found, me(), site.address()))) {
        underLock(() -> plan.waits(shard, site.time().nanoTime()));
      }
    } catch (StoreUnavailableException e) {
      underLock(() -> plan.failed(shard, site.time().nanoTime()));
    }
  }

  private boolean take(TakeOver claim) {
    ReservedTimestamps timestamps = claim.timestamps(site.nowMicros());
    FencedWrite outcome = sender.send(claim.batch(timestamps), () -> !membership.isLost());
    if (!(outcome instanceof FencedWrite.Applied)) {
      return false;
    }
    OwnedShard shard = new OwnedShard(claim, membership, sender, timestamps);
    underLock(() -> owned.put(claim.shard(), shard));
    listener.taken(shard);
    lock.lock();
    try {
      plan.held(claim.shard());
      if (shard.isLost()) {
        loseOne(shard);
      }
    } finally {
      lock.unlock();
    }
    return true;
  }

  private void release(ShardId id) {
    OwnedShard shard = underLock(() -> owned(id));
    listener.release(shard);
    boolean released = shard.release();
    underLock(() -> forget(shard));
    if (!released) {
      shard.giveUp();
      listener.lost(shard);
    }
  }

  private Rules.Former former(Optional<StaticRow> found) {
    if (found.isEmpty()) {
      return Rules.Former.NOBODY;
    }
    Incarnation owner = found.get().fence().writer();
    if (found.get().find(ShardTable.RELEASED).orElse(false)) {
      return Rules.Former.RELEASED;
    }
    if (owner.equals(me()) || formers.contains(owner)) {
      return Rules.Former.SELF;
    }
    return membership.isDead(owner) ? Rules.Former.DEAD : Rules.Former.LIVING;
  }

  private Incarnation me() {
    return membership.incarnation();
  }

  private OwnedShard owned(ShardId id) {
    OwnedShard shard = owned.get(id);
    if (shard == null) {
      throw new IllegalStateException("shard: " + id + " (expected: one that is owned)");
    }
    return shard;
  }

  private boolean forget(OwnedShard shard) {
    plan.gone(shard.shard());
    return owned.remove(shard.shard(), shard);
  }

  private void underLock(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T underLock(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }
}
