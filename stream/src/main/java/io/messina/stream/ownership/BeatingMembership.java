package io.messina.stream.ownership;

import static java.util.stream.Collectors.toSet;

import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Scan;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.ownership.MemberTable.Member;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member among others: beats, watches the others, and derives from both whether it still has its
 * lease. Costs one plain write and one scan per beat, whatever the number of shards.
 */
final class BeatingMembership extends Membership {

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Until a read has begun behind the first confirmed beat, so that one alone starts at once. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

  /** How many shards a row names. */
  private static final int DECLINED_MAX = 64;

  private static final Logger LOG = LoggerFactory.getLogger(BeatingMembership.class);

  private final LogOnce reads = new LogOnce(LOG, "members cannot be read");
  private final PartitionKey partition;
  private final Set<Incarnation> formers;
  // All changed under this object's lock.
  private final MemberWatch watch;
  private long beat;
  private volatile long beatConfirmed;
  private boolean leaving;
  private Set<ShardId> declined = Set.of();
  private boolean alone;
  private boolean aware;
  private volatile boolean admitted;
  private boolean warned;
  private volatile boolean joined;

  BeatingMembership(OwnershipSite site, Set<Incarnation> formers) {
    super(site);
    this.formers = formers;
    this.partition = MemberTable.partition(site.cluster());
    this.watch = new MemberWatch(incarnation(), options.lease());
  }

  @Override
  void start() {
    startOrLose(this::beatOn);
    startOrLose(this::readOn);
  }

  @Override
  synchronized List<Member> living() {
    return watch.living();
  }

  @Override
  synchronized List<SeenMember> seen() {
    return watch.seen(site.context().time().nanoTime());
  }

  /** Others that have just started show their rows after a few beats, or find this one's row. */
  @Override
  synchronized boolean isAware() {
    if (!aware && admitted && (alone || isSeen()) && !isRivalled()) {
      aware = true;
    }
    return aware;
  }

  @Override
  boolean isAdmitted() {
    return admitted;
  }

  private boolean isSeen() {
    return watch.living().stream()
        .anyMatch(
            member ->
                member.incarnation().equals(incarnation())
                    && member.beat() >= options.awareBeats());
  }

  /** One that stood still may find another process at its address: that one has it now. */
  private boolean isRivalled() {
    boolean rivalled = rival().isPresent();
    if (rivalled && !warned) {
      warned = true;
      LOG.warn(
          "Another living server has the address {}: this one owns nothing until that one has"
              + " ended. Give each server its own.",
          site.address());
    }
    return rivalled;
  }

  @Override
  synchronized Optional<Incarnation> rival() {
    return watch.living().stream()
        .filter(member -> member.address().equals(site.address()))
        .map(Member::incarnation)
        .filter(other -> !isHere(other))
        .findFirst();
  }

  /** Whether an incarnation is this one, or was one of this process. */
  private boolean isHere(Incarnation other) {
    return other.equals(incarnation()) || formers.contains(other);
  }

  @Override
  synchronized boolean isDead(Incarnation owner) {
    watch.want(owner);
    return watch.isDead(owner);
  }

  @Override
  synchronized void waitForNobody() {
    watch.wantNobody();
  }

  @Override
  synchronized void leave() {
    leaving = true;
    startOrLose(() -> beat(this::writeBeat));
    watch.living().stream()
        .filter(member -> !isHere(member.incarnation()))
        .forEach(member -> site.news().leaves(member.address(), incarnation()));
  }

  /** One that cannot serve so many takes none. */
  @Override
  synchronized void decline(Set<ShardId> shards) {
    declined = shards;
  }

  @Override
  synchronized void leaves(Incarnation member) {
    watch.leaves(member);
  }

  @Override
  void end() {
    endLease();
    try {
      site.context()
          .store()
          .write(
              PlainBatch.in(partition, site.clock().next())
                  .delete(MemberTable.key(partition, incarnation()))
                  .build());
    } catch (RuntimeException e) {
      LOG.debug("{}: its row stays, the others find out by themselves", incarnation(), e);
    }
  }

  private void beatOn() {
    while (goesOn()) {
      startOrLose(() -> beat(this::writeBeat));
      UninterruptibleSleep.sleep(site.context().time(), options.beatEvery());
    }
  }

  private void readOn() {
    while (goesOn()) {
      long begun = site.context().time().nanoTime();
      long next =
          reads.attempt(this::read)
              ? noLaterThanDeath(begun + untilNextRead().toNanos())
              : begun + PAUSE.toNanos();
      UninterruptibleSleep.until(site.context().time(), next);
    }
  }

  /**
   * A read that begins a moment before a lease has ended finds a death only a beat later. One that
   * begins after it finds the death or begins the lease again, so it is read early once for each.
   */
  private synchronized long noLaterThanDeath(long nextNanos) {
    OptionalLong death = watch.nextDeathNanos();
    return death.isPresent() && death.getAsLong() - nextNanos < 0 ? death.getAsLong() : nextNanos;
  }

  private Duration untilNextRead() {
    return joined ? options.beatEvery() : FIRST_PAUSE;
  }

  private void writeBeat() {
    long number;
    long sent;
    PlainBatch batch;
    synchronized (this) {
      number = ++beat;
      // Under the lock, so that later beats have later timestamps.
      batch = batch(number);
      sent = beatClock.send(now());
    }
    long sentNanos = site.context().time().nanoTime();
    site.context().store().write(batch);
    synchronized (this) {
      beatConfirmed = Math.max(beatConfirmed, number);
      beatClock.confirm(sent, now());
      watch.ownBeat(sentNanos);
    }
    confirm(_ -> {}); // one that appends nothing finds its grave, too
  }

  /** This member's row; the same write deletes rows of members that died long ago. */
  private PlainBatch batch(long number) {
    PlainBatch.Builder batch = PlainBatch.in(partition, site.clock().next());
    Member member =
        new Member(
            incarnation(),
            site.address(),
            number,
            leaving || declined.size() > DECLINED_MAX,
            options.takesShards() && site.news().isReached() && (aware || rival().isEmpty()),
            declined.stream().limit(DECLINED_MAX).map(ShardId::toString).collect(toSet()),
            site.context().formats().newest());
    watch.tidied().forEach(dead -> batch.delete(MemberTable.key(partition, dead)));
    return batch
        .put(
            MemberTable.row(partition, member),
            site.context()
                .time()
                .wall()
                .instant()
                .plus(MemberTable.KEPT)
                .truncatedTo(ChronoUnit.MILLIS))
        .build();
  }

  private void read() {
    long expected = beatConfirmed;
    long begun = site.context().time().nanoTime();
    List<Member> members = new ArrayList<>();
    site.context()
        .store()
        .scan(Scan.of(partition).withExpired()) // a wrong clock here must hide no member
        .forEachRemaining(row -> members.add(MemberTable.member(row)));
    bury(seen(begun, site.context().time().nanoTime(), members, expected));
    if (expected > 0 && !admitted) {
      admit();
    }
  }

  /** Once the others can see which formats this process knows. */
  private void admit() {
    try {
      site.admission().check();
      admitted = true;
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.FORMAT_UNKNOWN) {
        throw e;
      }
      refuse(e);
    }
  }

  /** So that all agree about who is dead: one that finds its grave returns as another one. */
  private void bury(List<Incarnation> risen) {
    risen.forEach(
        dead ->
            site.context()
                .store()
                .write(GraveTable.burial(dead, incarnation(), site.clock().next())));
  }

  /**
   * The others must be able to see what this member has confirmed. If not, they took it for dead;
   * then it must not consider itself alive. Returns the dead that beat after all.
   */
  private synchronized List<Incarnation> seen(
      long begun, long read, List<Member> members, long expected) {
    watch.read(begun, read, members);
    if (expected > 0) {
      joined = true;
      alone |= members.stream().map(Member::incarnation).allMatch(this::isHere);
      if (members.stream()
          .noneMatch(
              member -> member.incarnation().equals(incarnation()) && member.beat() >= expected)) {
        lose();
      }
    }
    return watch.risen();
  }
}
