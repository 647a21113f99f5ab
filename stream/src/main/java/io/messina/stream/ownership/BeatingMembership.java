package io.messina.stream.ownership;

import io.messina.runtime.LogOnce;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member among others: beats, watches the others, and derives from both whether it still has its
 * lease. Costs one plain write and one scan per beat, whatever the number of shards.
 */
final class BeatingMembership implements Membership {

  /** A beat does not wait for the one before, so that one lost answer does not cost the lease. */
  private static final int BEATS_UNDER_WAY_MAX = 4;

  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final Logger LOG = LoggerFactory.getLogger(BeatingMembership.class);

  private final LogOnce beats = new LogOnce(LOG, "beats cannot be written");
  private final LogOnce reads = new LogOnce(LOG, "members cannot be read");

  private final OwnershipSite site;
  private final Duration beatEvery;
  private final Incarnation me;
  private final PartitionKey partition;
  private final ReentrantLock lock = new ReentrantLock();
  // All under the lock.
  private final BeatClock beatClock;
  private final MemberWatch watch;
  private long beat;
  private long beatConfirmed;
  private int underWay;
  private boolean leaving;
  private boolean ended;

  BeatingMembership(OwnershipSite site, OwnershipOptions options) {
    this.site = site;
    this.beatEvery = options.beatEvery();
    this.me = Incarnation.next(site.random());
    this.partition = MemberTable.partition(site.cluster());
    this.beatClock = new BeatClock(options.lease());
    this.watch = new MemberWatch(me, options.lease());
  }

  @Override
  public Incarnation incarnation() {
    return me;
  }

  @Override
  public void start() {
    site.start(() -> orLose(this::beatOn));
    site.start(() -> orLose(this::readOn));
  }

  @Override
  public boolean mayAcknowledge() {
    lock.lock();
    try {
      return !ended && beatClock.mayAcknowledge(Moment.now(site.time()));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean hasBeaten() {
    lock.lock();
    try {
      return beatClock.hasBeaten();
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
    lock.lock();
    try {
      return watch.living();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isDead(Incarnation owner) {
    lock.lock();
    try {
      watch.want(owner);
      return watch.isDead(owner);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void waitForNobody() {
    lock.lock();
    try {
      watch.wantNobody();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void leave() {
    lock.lock();
    try {
      leaving = true;
    } finally {
      lock.unlock();
    }
    site.start(this::beat);
  }

  @Override
  public void end() {
    lock.lock();
    try {
      ended = true;
      beatClock.lose();
    } finally {
      lock.unlock();
    }
    try {
      site.store()
          .write(
              PlainBatch.in(partition, site.clock().next())
                  .delete(MemberTable.key(partition, me))
                  .build());
    } catch (RuntimeException e) {
      LOG.debug("{}: its row stays, the others find out by themselves", me, e);
    }
  }

  /** If one of the loops fails, the member gives up its lease. */
  private void orLose(Runnable loop) {
    try {
      loop.run();
    } catch (Error e) {
      LOG.error("{}: has lost its place by an error", me, e);
      lock.lock();
      try {
        beatClock.lose();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean goesOn() {
    lock.lock();
    try {
      return !ended && !beatClock.isLost(Moment.now(site.time()));
    } finally {
      lock.unlock();
    }
  }

  private void beatOn() {
    while (goesOn()) {
      site.start(() -> orLose(this::beat));
      UninterruptibleSleep.sleep(site.time(), beatEvery);
    }
  }

  private void readOn() {
    while (goesOn()) {
      long begun = site.time().nanoTime();
      Duration next = read() ? beatEvery : PAUSE;
      UninterruptibleSleep.until(site.time(), begun + next.toNanos());
    }
  }

  private void beat() {
    lock.lock();
    try {
      if (ended || underWay >= BEATS_UNDER_WAY_MAX) {
        return;
      }
      underWay++;
    } finally {
      lock.unlock();
    }
    try {
      writeBeat();
      beats.succeeded();
    } catch (RuntimeException e) {
      beats.failed(e);
    } finally {
      beatEnded();
    }
  }

  private void beatEnded() {
    lock.lock();
    try {
      underWay--;
    } finally {
      lock.unlock();
    }
  }

  private void writeBeat() {
    long number;
    long sent;
    PlainBatch batch;
    lock.lock();
    try {
      number = ++beat;
      // Under the lock, so that later beats have later timestamps.
      batch = batch(number);
      sent = beatClock.send(Moment.now(site.time()));
    } finally {
      lock.unlock();
    }
    long sentNanos = site.time().nanoTime();
    site.store().write(batch);
    lock.lock();
    try {
      beatConfirmed = Math.max(beatConfirmed, number);
      beatClock.confirm(sent, Moment.now(site.time()));
      watch.ownBeat(sentNanos);
    } finally {
      lock.unlock();
    }
  }

  /** This member's row; the same write deletes rows of members that died long ago. */
  private PlainBatch batch(long number) {
    PlainBatch.Builder batch = PlainBatch.in(partition, site.clock().next());
    Member member = new Member(me, site.address(), number, leaving);
    watch.tidied().forEach(dead -> batch.delete(MemberTable.key(partition, dead)));
    return batch
        .put(
            MemberTable.row(partition, member),
            site.time().wall().instant().plus(MemberTable.KEPT).truncatedTo(ChronoUnit.MILLIS))
        .build();
  }

  private boolean read() {
    long expected = confirmedBeat();
    long begun = site.time().nanoTime();
    List<Member> members = new ArrayList<>();
    try {
      site.store().scan(Scan.of(partition)).forEachRemaining(row -> members.add(member(row)));
      reads.succeeded();
    } catch (RuntimeException e) {
      reads.failed(e);
      return false;
    }
    long ended = site.time().nanoTime();
    lock.lock();
    try {
      watch.read(begun, ended, members);
      if (!shows(members, expected)) {
        beatClock.lose();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether the others can see what this member has confirmed. If not, they took it for dead, or
   * its clock is so wrong that its rows expire at once; then it must not consider itself alive.
   */
  private boolean shows(List<Member> members, long expected) {
    return expected == 0
        || members.stream()
            .anyMatch(member -> member.incarnation().equals(me) && member.beat() >= expected);
  }

  private long confirmedBeat() {
    lock.lock();
    try {
      return beatConfirmed;
    } finally {
      lock.unlock();
    }
  }

  private static Member member(Row row) {
    return MemberTable.member(row);
  }
}
