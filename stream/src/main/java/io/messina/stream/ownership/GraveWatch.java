package io.messina.stream.ownership;

import io.messina.runtime.LogOnce;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.UninterruptibleSleep;
import io.messina.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether an incarnation was declared dead. An answer rests on a read of its grave that
 * began after the question; one read, at most every 2 ms, answers all who asked before it began.
 *
 * <p>Why an owner may acknowledge what it wrote before it asked, if there was no grave: the grave
 * was not durable when the read began, so whoever deposes the owner reads the ends of its lanes
 * after that, and finds what was written. No clock occurs in this, so it also holds for a machine
 * that stood still with all of its clocks. Safe for use by many threads.
 */
final class GraveWatch {

  private static final Logger LOG = LoggerFactory.getLogger(GraveWatch.class);
  private static final long PAUSE_NANOS = Duration.ofMillis(2).toNanos();
  private static final Duration FAILURE_PAUSE = Duration.ofMillis(20);

  private final LogOnce reads = new LogOnce(LOG, "its grave cannot be read");
  private final Membership membership;
  private final NodeTime time;
  private final Store store;
  private final Mutex lock = new Mutex();
  private List<Consumer<Boolean>> asking = new ArrayList<>(); // under the lock, as is the next
  private boolean reading;
  private long nextReadNanos; // for the reading thread only

  /** Watches the grave of a membership's incarnation, which loses its lease if there is one. */
  GraveWatch(Membership membership) {
    this.membership = membership;
    this.time = membership.site.context().time();
    this.store = membership.site.context().store();
    this.nextReadNanos = time.nanoTime();
  }

  /**
   * Asks whether the incarnation was not declared dead, and has its lease.
   *
   * @param answer is called once by another thread, in the order of the questions, and must return
   *     soon; false is permanent
   */
  void ask(Consumer<Boolean> answer) {
    try (var _ = lock.hold()) {
      asking.add(answer);
      if (reading) {
        return;
      }
      reading = true;
    }
    try {
      membership.startOrLose(this::answerAll);
    } catch (RuntimeException | Error e) {
      LOG.error("{}: its grave cannot be read", membership.incarnation(), e);
      refuseAll();
    }
  }

  private void answerAll() {
    try {
      for (List<Consumer<Boolean>> some = next(); !some.isEmpty(); some = next()) {
        answer(some, isAliveForCertain());
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{}: its grave is not read any more", membership.incarnation(), e);
      refuseAll();
    }
  }

  /** An error must not leave anybody without an answer. */
  private boolean isAliveForCertain() {
    try {
      return isAlive();
    } catch (Error e) {
      LOG.error(
          "{}: its grave cannot be read, all its shards are lost", membership.incarnation(), e);
      return false;
    }
  }

  private void answer(List<Consumer<Boolean>> some, boolean alive) {
    if (!alive) {
      membership.lose();
    }
    for (Consumer<Boolean> each : some) {
      try {
        each.accept(alive && membership.holdsLease());
      } catch (RuntimeException | Error e) {
        LOG.error("{}: all its shards are lost by an error", membership.incarnation(), e);
        membership.lose();
      }
    }
  }

  /** Who is answered by the read that begins now; nobody, and it reads no more. */
  private List<Consumer<Boolean>> next() {
    UninterruptibleSleep.until(time, nextReadNanos);
    nextReadNanos = time.nanoTime() + PAUSE_NANOS;
    return taken(false);
  }

  /** While reads fail it is unknown, until the lease has ended. */
  private boolean isAlive() {
    while (membership.holdsLease()) {
      try {
        if (store.get(GraveTable.key(membership.incarnation())).isEmpty()) {
          reads.succeeded();
          return true;
        }
        LOG.warn("{}: was declared dead, all its shards are lost", membership.incarnation());
        membership.lose();
      } catch (RuntimeException e) {
        reads.failed(e);
        UninterruptibleSleep.sleep(time, FAILURE_PAUSE);
      }
    }
    return false;
  }

  private void refuseAll() {
    try {
      membership.lose();
    } finally {
      answer(taken(true), false);
    }
  }

  private List<Consumer<Boolean>> taken(boolean ends) {
    List<Consumer<Boolean>> none = new ArrayList<>();
    try (var _ = lock.hold()) {
      List<Consumer<Boolean>> all = asking;
      asking = none;
      reading = !ends && !all.isEmpty();
      return all;
    }
  }
}
