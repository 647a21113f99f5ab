package io.messina.stream.ownership;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import io.messina.api.MemberState;
import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Incarnation;
import io.messina.store.Scan;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a process a member of its cluster, and an owner of its part of the shards: takes the shards
 * that it should own, hands over those that others should own, and loses all after it was silent
 * for too long; then it returns as a new incarnation.
 *
 * <p>Members beat, shards do not: while nothing moves, the cost is one plain write and one scan of
 * members per process and second, whatever the number of shards.
 */
public final class Ownership implements Members, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration JOINED_MAX = Duration.ofSeconds(30);
  private static final Duration JOIN_POLL = Duration.ofMillis(10);

  /**
   * The shortest life of an incarnation, so that a repeated failure does not create thousands of
   * them.
   */
  private static final Duration INCARNATION_MIN = Duration.ofSeconds(1);

  /** How many of its own former incarnations a process can depose at once. */
  private static final int FORMERS_MAX = 16;

  private final LogOnce steps = new LogOnce(LOG, "shards cannot be shared out");
  private final OwnershipSite site;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile boolean closing;
  private volatile OwnershipSession session;

  /**
   * An ownership that has not started.
   *
   * @param site its surroundings
   */
  public Ownership(OwnershipSite site) {
    this.site = site;
    this.session = new OwnershipSession(site, List.of(), List.of());
  }

  /** Starts, on threads of its own. To be called once. */
  public void start() {
    site.context().start(this::run);
  }

  /** Returns the current incarnation of the process. */
  public Incarnation incarnation() {
    return session.membership().incarnation();
  }

  /** Another member says that it leaves. */
  public void leaves(Incarnation member) {
    session.leaves(member);
  }

  /** The owner of a shard says that it has released it. */
  public void released(ShardId shard) {
    session.released(shard);
  }

  @Override
  public boolean isMember() {
    return session.membership().holdsLease();
  }

  /**
   * Waits until this process is a member, and knows the others.
   *
   * @throws StoreException with {@link StoreException.Code#IN_USE} if another living process has
   *     the same address, as {@link Admission} does, or if the store does not answer
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public void awaitMember() throws InterruptedException {
    long begun = site.context().time().nanoTime();
    long unrivalled = begun;
    for (long now = begun; now - begun < JOINED_MAX.toNanos(); ) {
      Membership membership = session.membership();
      refusal()
          .ifPresent(
              why -> {
                throw why;
              });
      if (membership.rival().isEmpty()) {
        unrivalled = now;
        if (membership.isAware() && membership.holdsLease()) {
          return;
        }
      } else if (now - unrivalled >= rivalMax().toNanos()) {
        throw new StoreException(
            StoreException.Code.IN_USE,
            "another living server has the address "
                + site.address()
                + ": give each server its own");
      }
      site.context().time().sleep(JOIN_POLL);
      now = site.context().time().nanoTime();
    }
    throw new StoreUnavailableException(
        site.address() + ": is no member after " + JOINED_MAX + ", the store answers too slowly");
  }

  /** Returns why this process may not be a member; for good, once there is a reason. */
  public Optional<StoreException> refusal() {
    return session.membership().refusal();
  }

  /** The last beat of a dead process may arrive late: one that is quickly started again waits. */
  private Duration rivalMax() {
    return site.options().lease().plus(site.options().beatEvery().multipliedBy(2));
  }

  /**
   * Returns the addresses of all living members, this process among them once it has seen itself,
   * as of a moment ago.
   */
  public List<String> members() {
    return session.membership().living().stream().map(MemberTable.Member::address).toList();
  }

  /**
   * Returns all members that have a row, as of a moment ago: the living, this process among them
   * once it has seen itself, those that are not seen to beat yet, and those that have died lately.
   */
  public List<SeenMember> seen() {
    return session.membership().seen();
  }

  @Override
  public NodeId here() {
    return new NodeId(site.address(), incarnation());
  }

  @Override
  public List<NodeId> living() {
    return session.membership().living().stream()
        .map(member -> new NodeId(member.address(), member.incarnation()))
        .toList();
  }

  @Override
  public List<NodeId> read() {
    return rows().map(member -> new NodeId(member.address(), member.incarnation())).toList();
  }

  /**
   * Reads which processes are there that do not know a level of formats. Those that are known to be
   * dead are not, and are buried, so that they ask again should they come back.
   *
   * @param level the level
   * @return their addresses, and which level they know
   * @throws StoreException if the store does not answer
   */
  public List<String> olderThan(int level) {
    Set<Incarnation> dead =
        seen().stream()
            .filter(member -> member.state() == MemberState.DEAD)
            .map(member -> member.id().incarnation())
            .collect(toSet());
    Map<Boolean, List<MemberTable.Member>> older =
        rows()
            .filter(member -> member.newestFormat() < level)
            .collect(partitioningBy(member -> dead.contains(member.incarnation())));
    for (MemberTable.Member member : older.getOrDefault(true, List.of())) {
      site.context()
          .store()
          .write(GraveTable.burial(member.incarnation(), incarnation(), site.clock().next()));
    }
    return older.getOrDefault(false, List.of()).stream()
        .map(member -> member.address() + ", which knows " + member.newestFormat())
        .toList();
  }

  private Stream<MemberTable.Member> rows() {
    List<MemberTable.Member> rows = new ArrayList<>();
    site.context()
        .store()
        .scan(Scan.of(MemberTable.partition(site.cluster())).withExpired())
        .forEachRemaining(row -> rows.add(MemberTable.member(row)));
    return rows.stream();
  }

  @Override
  public boolean isAware() {
    Membership membership = session.membership();
    return membership.isAware() && membership.holdsLease();
  }

  /**
   * Returns the address of the member that should own a shard, as far as this process knows the
   * members; computed without a read. Another one may own it still.
   *
   * @return empty if no member is known
   */
  public Optional<String> expectedOwner(ShardId shard) {
    return session.assignment().owner(shard).map(MemberTable.Member::address);
  }

  /**
   * Returns the shards that this process should own.
   *
   * @return empty as long as it does not know the other members
   */
  public Optional<Set<ShardId>> desired() {
    return session.desired();
  }

  /**
   * Hands all shards over and leaves the cluster. If the store does not answer, it stops when the
   * lease has ended: then the shards are lost. Waits until that is done.
   */
  @Override
  public void close() {
    closing = true;
    ended.join();
  }

  private void run() {
    Deque<Incarnation> formers = new ArrayDeque<>();
    try {
      while (true) {
        long begunNanos = site.context().time().nanoTime();
        Collection<ShardId> lost = serve();
        Optional<StoreException> refusal = refusal();
        refusal.ifPresent(
            why -> LOG.error("{}: is no member any more: {}", site.address(), why.getMessage()));
        if (closing || refusal.isPresent()) {
          return;
        }
        UninterruptibleSleep.until(site.context().time(), begunNanos + INCARNATION_MIN.toNanos());
        if (session.membership().hasBeaten()) {
          formers.addLast(incarnation());
        }
        if (formers.size() > FORMERS_MAX) {
          formers.removeFirst();
        }
        session = new OwnershipSession(site, formers, lost);
      }
    } finally {
      ended.complete(null);
    }
  }

  /** Runs one incarnation; returns the shards that it lost. */
  private Collection<ShardId> serve() {
    OwnershipSession current = session;
    try {
      stepOn(current);
      if (current.hasLeft()) {
        current.membership().end();
      }
    } catch (Error e) {
      LOG.error("Shards cannot be shared out; all are lost, and taken again", e);
      current.membership().end();
    }
    return current.loseAll();
  }

  private void stepOn(OwnershipSession current) {
    current.membership().start();
    boolean leaving = false;
    while (!current.membership().isLost() && !current.hasLeft()) {
      if (closing && !leaving) {
        leaving = true;
        current.leave();
      }
      var _ = steps.attempt(current::step);
      UninterruptibleSleep.sleep(site.context().time(), STEP);
    }
  }
}
