package io.messina.stream.group;

import io.messina.store.Bytes;
import io.messina.stream.Position;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.catalog.Start;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.Section;
import io.messina.stream.state.ShardSite;
import io.messina.stream.time.Joined;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One group on one shard, from when its owner learns of it. Safe for use by many threads. */
final class Group {

  private static final Logger LOG = LoggerFactory.getLogger(Group.class);

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final String name;
  private final CompletableFuture<Opened> opened = new CompletableFuture<>();
  private final Lock lock = new ReentrantLock();
  private volatile GroupDefinition definition;
  private @Nullable Ended ended; // under the lock
  private volatile @Nullable Opened open; // written under the lock

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
    return Joined.join(opened);
  }

  /** Restores or begins it; on a thread of its own, as that may read. */
  void openFrom(SavedState saved) {
    try {
      Position start = saved.find(Section.CLAIMS, name).isPresent() ? Position.START : begin();
      begin(opened(saved, start));
    } catch (StreamException | NotOwnerException e) {
      // It has ended before it was there.
      end(new Ended.Lost(site.shard()));
    } catch (RuntimeException e) {
      setAside(e);
    }
  }

  private void setAside(RuntimeException failure) {
    if (site.owned().isLost()) {
      end(new Ended.Lost(site.shard()));
      return;
    }
    LOG.error("{}: {}: the group cannot be restored, it is set aside", name, site.shard(), failure);
    end(new Ended.Broken(name, String.valueOf(failure.getMessage())));
  }

  /** Where a new group begins. */
  private Position begin() {
    Start start = definition.start();
    List<Position> found = new ArrayList<>();
    if (!site.persist(
        () -> {
          found.clear();
          found.add(Starts.position(start, log));
        })) {
      throw new Ended.Lost(site.shard()).refusal();
    }
    return found.getFirst();
  }

  private Opened opened(SavedState saved, Position start) {
    LeaseClock clock = new LeaseClock(site.time());
    Optional<Bytes> state = saved.find(Section.CLAIMS, name);
    GroupDelivery delivery =
        state.map(bytes -> restored(bytes, clock)).orElseGet(() -> fresh(start, clock));
    Core core = new Core(delivery, clock, state.isEmpty());
    ClaimDesk claims = new ClaimDesk(site, log, events, definition, core);
    Optional<Position> followed = saved.find(Section.FOLLOWS, name).map(FollowGroup::decode);
    Position from = followed.orElseGet(() -> Position.unpack(delivery.floor()));
    // The runs of followers are those of claims, which are durable before a seek is answered.
    FollowGroup.Place place = new FollowGroup.Place(from, delivery.run());
    return new Opened(claims, new FollowGroup(site, name, place, followed.isEmpty()));
  }

  private GroupDelivery restored(Bytes state, LeaseClock clock) {
    return GroupDelivery.restored(definition.options(), site.random(), state, clock.millis());
  }

  private GroupDelivery fresh(Position start, LeaseClock clock) {
    return new GroupDelivery(definition.options(), site.random(), start.packed(), clock.millis());
  }

  private void begin(Opened next) {
    lock.lock();
    try {
      if (ended != null) {
        return;
      }
      open = next;
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
    Opened now = open;
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
      now.claims().end(why);
      now.follow().end(why);
    }
  }

  /** Waits until nothing more of it is written. */
  void rest() {
    site.state().remove(part(Section.CLAIMS, name));
    site.state().remove(part(Section.FOLLOWS, name));
    Opened now = open;
    if (now != null) {
      now.claims().rest();
    }
  }
}
