package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Futures;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.GroupStatus;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One group on one shard, from when its owner learns of it. Where something is wrong with it, it is
 * set aside, and opened again from its durable state after a while. Safe for use by many threads.
 */
final class Group {

  /** How long a group stays aside the first time; twice as long each further time. */
  static final Duration ASIDE_FIRST = Duration.ofSeconds(5);

  /** How long at most. A group that was open for so long stays aside for a short time again. */
  static final Duration ASIDE_MAX = Duration.ofMinutes(5);

  private static final ExponentialBackoff ASIDE = new ExponentialBackoff(ASIDE_FIRST, ASIDE_MAX);

  private static final Logger LOG = LoggerFactory.getLogger(Group.class);

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final String name;
  private final Lock lock = new ReentrantLock();
  private volatile GroupDefinition definition;
  private volatile CompletableFuture<Opened> opened = new CompletableFuture<>(); // under the lock
  private volatile @Nullable Opened open; // written under the lock
  private volatile Ended.@Nullable Broken aside; // written under the lock
  private @Nullable Ended ended; // under the lock
  private boolean draining; // under the lock
  private int asides; // in a row, under the lock
  private long openedNanos; // under the lock

  /** Both ways to consume. */
  record Opened(ClaimDesk claims, FollowGroup follow) {

    /** Reads on; nothing while the group is paused, and no more in a run that is over. */
    FollowedEvents follow(LogFollowing log, int max, Duration wait) {
      FollowGroup.Place place = follow.committed();
      Supplier<LogFollowing.Turn> turn =
          () -> {
            if (follow.committed().run() != place.run()) {
              return LogFollowing.Turn.OVER;
            }
            return claims.isPaused() ? LogFollowing.Turn.PAUSED : LogFollowing.Turn.ON;
          };
      return log.read(place.position(), max, wait, turn).in(OptionalInt.of(place.run()));
    }

    void end(Ended why) {
      claims.end(why);
      follow.end(why);
    }
  }

  Group(ShardSite site, ShardLog log, EventReader events, GroupDefinition definition) {
    this.site = site;
    this.log = log;
    this.events = events;
    this.definition = definition;
    this.name = definition.id().toString();
  }

  GroupDefinition definition() {
    return definition;
  }

  /** It is defined otherwise: goes on with these options, once it is there. */
  void change(GroupDefinition next) {
    definition = next;
    var _ = opened.thenAccept(there -> there.claims().change(() -> definition.options()));
  }

  /** What can be asked of it, once it is restored or begun; waits for that. */
  Opened open() {
    return Futures.join(opened);
  }

  /** Likewise, but does not wait. */
  Opened openNow() {
    CompletableFuture<Opened> now = opened;
    if (!now.isDone()) {
      throw new StreamException.Unavailable(name + ": being opened on " + site.shard());
    }
    return Futures.join(now);
  }

  /**
   * Likewise; a group that is aside is opened at once, and begins anew at a position where its
   * state cannot be read.
   */
  Opened openOrBegin(Position anew) {
    reopen(Optional.of(anew));
    return open();
  }

  GroupStatus status() {
    Ended.Broken why = aside;
    if (why != null) {
      return GroupStatus.aside(log.end(), log.floor(), log.countFrom(log.floor()), why.reason());
    }
    Opened there = open();
    return there.claims().status(there.follow().committed().position());
  }

  /** Restores or begins it; on a thread of its own, as that may read. */
  void openFrom(SavedState saved) {
    guarded(() -> openFrom(saved, Optional.empty()));
  }

  private void openFrom(SavedState saved, Optional<Position> anew) {
    begin(new Opening(site, log, events, definition, this::setAside).open(saved, anew));
  }

  private void guarded(Runnable opening) {
    try {
      opening.run();
    } catch (StreamException | NotOwnerException e) {
      // It has ended before it was there.
      end(new Ended.Lost(site.shard()));
    } catch (RuntimeException e) {
      if (site.owned().isLost()) {
        end(new Ended.Lost(site.shard()));
      } else {
        LOG.error("{}: {}: it cannot be opened, it is set aside", name, site.shard(), e);
        setAside(new Ended.Broken(name, String.valueOf(e.getMessage())));
      }
    }
  }

  private void begin(Opened next) {
    lock.lock();
    try {
      if (ended != null) {
        return;
      }
      open = next;
      openedNanos = site.time().nanoTime();
    } finally {
      lock.unlock();
    }
    // Before its first write, which may already ask for dead letters to be written.
    next.claims().start();
    site.state().add(part(Section.CLAIMS, name), next.claims().group());
    site.state().add(part(Section.FOLLOWS, name), next.follow());
    site.state().want();
    opened.complete(next);
  }

  private void setAside(Ended.Broken why) {
    Duration wait;
    lock.lock();
    try {
      if (ended != null || aside != null) {
        return;
      }
      aside = why;
      if (open != null && site.time().nanoTime() - openedNanos >= ASIDE_MAX.toNanos()) {
        asides = 0;
      }
      asides++;
      wait = ASIDE.after(asides);
    } finally {
      lock.unlock();
    }
    opened.completeExceptionally(why.refusal());
    site.time().schedule(wait, () -> site.start(() -> reopen(Optional.empty())));
  }

  /** Opens it again, as a new owner would, if it is aside. */
  private void reopen(Optional<Position> anew) {
    Opened former;
    Ended.Broken why;
    lock.lock();
    try {
      if (ended != null || draining || aside == null) {
        return;
      }
      former = open;
      why = aside;
      open = null;
      aside = null;
      opened = new CompletableFuture<>();
    } finally {
      lock.unlock();
    }
    if (former != null) {
      former.end(why);
      rest(former);
    }
    guarded(() -> openFrom(durable(), anew));
  }

  /** What is durable, once no write that began before is under way. */
  private SavedState durable() {
    if (!site.state().flush()) {
      throw new NotOwnerException(site.shard());
    }
    return site.read(() -> SavedState.read(site.store(), site.owned().state()))
        .orElseThrow(() -> new NotOwnerException(site.shard()));
  }

  static String part(Section section, String name) {
    return section.value() + "/" + name;
  }

  void advanced() {
    Opened now = open;
    if (now != null) {
      now.claims().advanced();
    }
  }

  void drain() {
    Opened now;
    lock.lock();
    try {
      draining = true;
      now = open;
    } finally {
      lock.unlock();
    }
    if (now != null) {
      now.claims().drain();
    }
  }

  /** Ends it: whoever waits is told so. */
  void end(Ended why) {
    Opened now;
    lock.lock();
    try {
      ended = ended == null ? why : ended;
      now = open;
    } finally {
      lock.unlock();
    }
    opened.completeExceptionally(why.refusal());
    if (now != null) {
      now.end(why);
    }
  }

  /** Waits until nothing more of it is written. */
  void rest() {
    rest(open);
  }

  private void rest(@Nullable Opened there) {
    site.state().remove(part(Section.CLAIMS, name));
    site.state().remove(part(Section.FOLLOWS, name));
    if (there != null) {
      there.claims().rest();
    }
  }
}
