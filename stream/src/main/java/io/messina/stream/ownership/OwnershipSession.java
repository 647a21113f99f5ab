package io.messina.stream.ownership;

import io.messina.runtime.FencedSender;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.StaticRow;
import io.messina.stream.ShardId;
import io.messina.stream.ownership.MemberTable.Member;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shards of one incarnation, from its first beat until it has lost or released them all. */
final class OwnershipSession {

  private static final Logger LOG = LoggerFactory.getLogger(OwnershipSession.class);

  /** How long to wait before a claim that failed unexpectedly is sent again. */
  private static final Duration CLAIM_PAUSE = Duration.ofSeconds(1);

  private final LogOnce looks = new LogOnce(LOG, "shards cannot be looked at");
  private final LogOnce claims = new LogOnce(LOG, "shards cannot be claimed");

  private final OwnershipSite site;
  private final Membership membership;
  private final Set<Incarnation> formers;
  private final FencedSender sender;
  // All under this object's lock.
  private final MovePlan plan;
  private final Map<ShardId, OwnedShard> owned = new HashMap<>();
  private List<Assignee> assignees = List.of();
  private List<ShardId> assigned = List.of();
  private boolean leaving;
  private volatile Assignment assignment = new Assignment(List.of());
  private volatile boolean aimed;

  /**
   * A session that has not started.
   *
   * @param formers former incarnations of the process, all of which have lost their leases
   * @param reclaimed shards that the last of them owned
   */
  OwnershipSession(
      OwnershipSite site, Collection<Incarnation> formers, Collection<ShardId> reclaimed) {
    this.site = site;
    this.formers = Set.copyOf(formers);
    this.plan = new MovePlan(reclaimed, site.options().lease().multipliedBy(2));
    this.sender = new FencedSender(site.context());
    this.membership = newMembership();
  }

  private Membership newMembership() {
    return site.options().sole() ? new SoleMembership(site) : new BeatingMembership(site, formers);
  }

  Membership membership() {
    return membership;
  }

  /** How the living members should share the shards, as of a moment ago. */
  Assignment assignment() {
    return assignment;
  }

  /** Releases all shards, and then ends. */
  void leave() {
    locked(
        () -> {
          leaving = true;
          plan.leave();
          assignment = amongOthers();
        });
    membership.leave();
  }

  /** The shards that it should own; empty as long as it does not know the other members. */
  Optional<Set<ShardId>> desired() {
    return aimed ? Optional.of(mine(site.shards().shards())) : Optional.empty();
  }

  private Set<ShardId> mine(List<ShardId> all) {
    Assignment present = assignment;
    Set<ShardId> mine = new LinkedHashSet<>();
    all.stream().filter(shard -> present.assigns(shard, me())).forEach(mine::add);
    return mine;
  }

  /** Another member says that it leaves. */
  void leaves(Incarnation member) {
    membership.leaves(member);
    step();
  }

  /** The owner of a shard says that it has released it. */
  void released(ShardId shard) {
    locked(() -> plan.released(shard));
    step();
  }

  /** Whether it has left and nothing is in progress. */
  synchronized boolean hasLeft() {
    return leaving && plan.isEmpty();
  }

  /** Plans again, and starts the next moves. */
  synchronized void step() {
    for (OwnedShard shard : List.copyOf(owned.values())) {
      if (shard.writer().hasEnded() || shard.isGivenUp()) {
        loseOne(shard);
      } else if (shard.isToBeRenewed()) {
        plan.renew(shard.shard());
      }
    }
    membership.decline(declined());
    if (leaving) {
      assignment = amongOthers();
    } else {
      aim(site.shards().shards());
    }
    if (membership.holdsLease() && membership.isAdmitted()) {
      MovePlan.Moves moves = plan.next(site.context().time().nanoTime());
      moves.looks().forEach(shard -> site.context().start(() -> look(shard)));
      moves.releases().stream()
          .map(shard -> Objects.requireNonNull(owned.get(shard)))
          .forEach(shard -> site.context().start(() -> release(shard)));
    }
    if (!plan.isWaiting()) {
      membership.waitForNobody();
    }
  }

  /** Loses all shards, because the incarnation has lost its lease; returns which they were. */
  synchronized Collection<ShardId> loseAll() {
    Set<ShardId> all = new LinkedHashSet<>(owned.keySet());
    all.addAll(plan.reclaimed());
    List.copyOf(owned.values()).forEach(this::loseOne);
    return all;
  }

  /** What an assignment depends on. */
  private record Assignee(Incarnation incarnation, Set<String> declined) {

    static Assignee of(Member member) {
      return new Assignee(member.incarnation(), member.declined());
    }
  }

  private void aim(List<ShardId> all) {
    boolean aware = membership.isAware();
    assignment = Assignment.among(membership.living(), site.options().settledBeats());
    List<Assignee> now = assignment.members().stream().map(Assignee::of).toList();
    if (aware && membership.holdsLease() && (!now.equals(assignees) || !all.equals(assigned))) {
      assignees = now;
      assigned = List.copyOf(all);
      plan.aim(mine(all));
      aimed = true;
    }
  }

  private void loseOne(OwnedShard shard) {
    shard.giveUp();
    // Otherwise the thread that takes or releases it tells the listener when it is done.
    if (plan.isHeld(shard.shard())) {
      reclaim(shard);
      site.context().start(() -> tell(shard, () -> site.listener().lost(shard)));
    }
  }

  private void look(ShardId shard) {
    try {
      Optional<TakeOver> claim = claimable(shard);
      looks.succeeded();
      if (claim.isEmpty()) {
        locked(() -> plan.waits(shard, site.context().time().nanoTime()));
      } else if (take(claim.get())) {
        step();
      } else {
        locked(() -> plan.failed(shard, site.context().time().nanoTime()));
      }
    } catch (RuntimeException | Error e) {
      looks.failed(e);
      locked(() -> plan.failed(shard, site.context().time().nanoTime()));
    }
  }

  /** The claim of a shard, if the shard still exists and may be taken. */
  private Optional<TakeOver> claimable(ShardId shard) {
    return site.shards()
        .state(shard)
        .flatMap(
            state -> {
              Optional<StaticRow> found = site.context().store().look(state);
              if (mayTake(found)) {
                return Optional.of(new TakeOver(shard, state, found, me(), site.address()));
              }
              found.ifPresent(row -> tellOwner(shard, row));
              return Optional.empty();
            });
  }

  private void tellOwner(ShardId shard, StaticRow row) {
    row.find(ShardTable.OWNER)
        .ifPresent(owner -> site.listener().seen(shard, owner, (int) row.fence().epoch()));
  }

  private boolean take(TakeOver claim) {
    ReservedTimestamps timestamps =
        claim.timestamps(site.context().nowMicros(), writtenMicros(claim));
    bury(claim);
    if (!(claim(claim.batch(timestamps)) instanceof FencedWrite.Applied)) {
      return false;
    }
    OwnedShard shard = new OwnedShard(claim, membership, sender, timestamps);
    locked(() -> owned.put(claim.shard(), shard));
    if (isForAnother(claim.shard())) {
      release(shard);
      return true;
    }
    boolean served = tell(shard, () -> site.listener().taken(shard));
    locked(() -> taken(shard, served));
    return true;
  }

  /** Whether it could not serve a shard of its own for long, and another member should try. */
  private synchronized boolean isForAnother(ShardId shard) {
    return declined().contains(shard) && !assignment.assigns(shard, me());
  }

  private Set<ShardId> declined() {
    return plan.declined(site.context().time().nanoTime());
  }

  private void taken(OwnedShard shard, boolean served) {
    plan.held(shard.shard());
    if (served) {
      plan.served(shard.shard());
    } else {
      plan.notServed(shard.shard(), site.context().time().nanoTime());
    }
    if (shard.isLost()) {
      loseOne(shard);
    }
  }

  /**
   * Before the claim, so that an owner that is not dead after all either acknowledges before the
   * ends of its lanes are read, or finds its grave. Former incarnations of this process know of
   * each other.
   */
  private void bury(TakeOver claim) {
    claim
        .deposed()
        .filter(owner -> !site.options().sole() && !isHere(owner))
        .ifPresent(
            owner ->
                site.context().store().write(GraveTable.burial(owner, me(), site.clock().next())));
  }

  /** Known if all former owners were other processes, none of whose writes can still arrive. */
  private OptionalLong writtenMicros(TakeOver claim) {
    long floor = site.context().store().timestampFloorMicros();
    boolean others = claim.found().map(row -> !isHere(row.fence().writer())).orElse(true);
    return site.options().sole() && others && floor > 0
        ? OptionalLong.of(floor)
        : OptionalLong.empty();
  }

  private boolean isHere(Incarnation writer) {
    return writer.equals(me()) || formers.contains(writer);
  }

  /**
   * Repeats the same claim after any failure: an earlier attempt may have applied, and this
   * incarnation must not claim with another batch while the same fence stands.
   */
  private FencedWrite claim(FencedBatch batch) {
    while (!membership.isLost()) {
      try {
        FencedWrite outcome = sender.send(batch, () -> !membership.isLost());
        claims.succeeded();
        return outcome;
      } catch (RuntimeException e) {
        claims.failed(e);
        UninterruptibleSleep.sleep(site.context().time(), CLAIM_PAUSE);
      }
    }
    return new FencedWrite.Abandoned(true);
  }

  private void release(OwnedShard shard) {
    boolean released = false;
    try {
      site.listener().release(shard);
      released = shard.release();
    } catch (RuntimeException | Error e) {
      LOG.warn("{}: cannot be handed over, it is given up", shard, e);
    }
    if (released) {
      locked(() -> forget(shard));
      tellHeir(shard.shard());
      step();
    } else {
      shard.giveUp();
      locked(() -> reclaim(shard));
      tell(shard, () -> site.listener().lost(shard));
    }
  }

  private void tellHeir(ShardId shard) {
    assignment
        .owner(shard)
        .filter(heir -> !heir.incarnation().equals(me()))
        .ifPresent(heir -> site.news().released(heir.address(), shard));
  }

  /** As the others share the shards of one that leaves, which passes requests on to them. */
  private Assignment amongOthers() {
    List<Member> others =
        membership.living().stream().filter(member -> !member.incarnation().equals(me())).toList();
    return Assignment.among(others, site.options().settledBeats());
  }

  /** If a listener fails, its shard is lost, and nothing else. */
  private static boolean tell(OwnedShard shard, Runnable news) {
    try {
      news.run();
      return true;
    } catch (RuntimeException | Error e) {
      LOG.error("{}: its listener has failed, it is given up", shard, e);
      shard.giveUp();
      return false;
    }
  }

  /**
   * Whether nobody else acts as the owner: there was none, it has released the shard, it is known
   * to be dead, or it was this process, by a claim without a known outcome or as a former
   * incarnation.
   */
  private boolean mayTake(Optional<StaticRow> found) {
    if (found.isEmpty() || found.get().find(ShardTable.RELEASED).orElse(false)) {
      return true;
    }
    Incarnation owner = found.get().fence().writer();
    return isHere(owner) || membership.isDead(owner);
  }

  private Incarnation me() {
    return membership.incarnation();
  }

  private void forget(OwnedShard shard) {
    plan.gone(shard.shard());
    owned.remove(shard.shard(), shard);
  }

  /**
   * Until it is taken again, nobody else can have it: it still belongs to this incarnation, which
   * lives.
   */
  private void reclaim(OwnedShard shard) {
    plan.givenUp(shard.shard());
    owned.remove(shard.shard(), shard);
  }

  private synchronized void locked(Runnable change) {
    change.run();
  }
}
