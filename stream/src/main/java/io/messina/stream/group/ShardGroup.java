package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.runtime.ExponentialBackoff;
import io.messina.runtime.Futures;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.EventPage;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.ShardGroupStatus;
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
 * One group on one shard, from when its owner learns of it. After a failure it is set aside, and
 * later opened again from its durable state. Safe for use by many threads.
 */
final class ShardGroup {

  /** How long a group stays aside the first time; doubled after each further failure. */
  static final Duration ASIDE_FIRST = Duration.ofSeconds(5);

  /**
   * The longest time aside. After a group was open for this long, the next failure counts as the
   * first.
   */
  static final Duration ASIDE_MAX = Duration.ofMinutes(5);

  private static final ExponentialBackoff ASIDE = new ExponentialBackoff(ASIDE_FIRST, ASIDE_MAX);

  private static final Logger LOG = LoggerFactory.getLogger(ShardGroup.class);

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final String name;
  private final Lock lock = new ReentrantLock();
  private volatile CatalogGroup definition;
  private volatile CompletableFuture<Opened> opened = new CompletableFuture<>(); // under the lock
  private volatile @Nullable Opened open; // written under the lock
  private volatile Ended.@Nullable Broken aside; // written under the lock
  private @Nullable Ended ended; // under the lock
  private boolean draining; // under the lock
  private int asides; // in a row, under the lock
  private long openedNanos; // under the lock

  /** Both ways to consume. */
  record Opened(ClaimDesk claims, FollowGroup follow) {

    /**
     * Reads for a follower; returns nothing while the group is paused or after its run has ended.
     */
    EventPage follow(LogFollowing log, int max, Duration wait) {
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

  ShardGroup(ShardSite site, ShardLog log, EventReader events, CatalogGroup definition) {
    this.site = site;
    this.log = log;
    this.events = events;
    this.definition = definition;
    this.name = definition.id().toString();
  }

  CatalogGroup definition() {
    return definition;
  }

  /** The definition has changed: uses its options, once the group is open. */
  void change(CatalogGroup next) {
    definition = next;
    var _ = opened.thenAccept(there -> there.claims().change(() -> definition.options()));
  }

  /** The open group; waits until it is restored or begun. */
  Opened open() {
    return Futures.join(opened);
  }

  /** The open group, without waiting. */
  Opened openNow() {
    CompletableFuture<Opened> now = opened;
    if (!now.isDone()) {
      throw new StreamException.Unavailable(name + ": being opened on " + site.shard());
    }
    return Futures.join(now);
  }

  /**
   * As {@link #open}; a group that is aside is opened at once, and begins at {@code anew} if its
   * state cannot be read.
   */
  Opened openOrBegin(Position anew) {
    reopen(Optional.of(anew));
    return open();
  }

  ShardGroupStatus status() {
    Ended.Broken why = aside;
    if (why != null) {
      return ShardGroupStatus.aside(
          log.end(), log.floor(), log.countFrom(log.floor()), why.reason());
    }
    Opened there = open();
    return there.claims().status(there.follow().committed().position());
  }

  /** Restores or begins the group, on a thread of its own because that may read. */
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
      // The group ended before it was open.
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
    // Before the first write, which may already ask for dead letters to be written.
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

  /** Opens a group that is aside again, as a new owner would. */
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

  /** The durable state, read after all earlier writes have ended. */
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

  /** Ends the group, and tells all waiting callers why. */
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

  /** Waits until no write of the group is in progress. */
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
