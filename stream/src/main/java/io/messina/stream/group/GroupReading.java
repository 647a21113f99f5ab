package io.messina.stream.group;

import io.messina.runtime.RequestException;
import io.messina.stream.delivery.GroupDelivery;
import io.messina.stream.delivery.LogStretch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.ShardSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log into a group, on one thread at most. The thread ends only after it has seen under
 * the group's lock that there is nothing to read; later events start another.
 */
final class GroupReading {

  /** While events are ready, the log is read further only if there is room for this many. */
  private static final int ROOM_WORTH_READING = 2_048;

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final LockedDelivery group;
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private volatile boolean active;
  private boolean stopped; // under the group's lock
  private boolean reading; // under the group's lock

  /** The next read. */
  private record Wanted(long from, int room) {}

  GroupReading(ShardGroups shard, LockedDelivery group) {
    this.site = shard.site;
    this.log = shard.log;
    this.events = shard.events;
    this.group = group;
  }

  /** Whether events were ever requested; before that, nothing is read. */
  boolean isActive() {
    return active;
  }

  /** Completed when the first events have been read, or there are none. */
  CompletableFuture<Void> first() {
    return first;
  }

  /** Called under the group's lock: reads from now on. */
  boolean activate() {
    active = true;
    return true;
  }

  /** Called under the group's lock: reads no more. */
  boolean stop() {
    stopped = true;
    return true;
  }

  /**
   * Called under the group's lock: starts to read if there is something. Returns whether nothing is
   * left to read.
   */
  boolean start(GroupDelivery core, long nowMillis) {
    if (!reading && isWanting(core, nowMillis)) {
      reading = true;
      site.context().start(this::readAll);
    }
    return active && !reading;
  }

  private boolean isWanting(GroupDelivery core, long nowMillis) {
    return active && !stopped && hasRoom(core, nowMillis) && log.end().packed() > core.next();
  }

  /**
   * A read always fetches a whole page, so it must have room for many events, unless none is ready.
   */
  private static boolean hasRoom(GroupDelivery core, long nowMillis) {
    int room = core.room();
    return room >= ROOM_WORTH_READING || (room > 0 && !core.hasReady(nowMillis));
  }

  private void readAll() {
    try {
      Wanted wanted = wanted();
      while (wanted != null && read(wanted)) {
        wanted = wanted();
      }
    } catch (RequestException | NotOwnerException e) {
      // The group has ended, and all waiting callers were told.
    } catch (RuntimeException e) {
      group.breakDown(e);
    }
    first.complete(null);
  }

  private @Nullable Wanted wanted() {
    List<Wanted> wanted = new ArrayList<>();
    group.peek(
        (core, now) -> {
          reading = isWanting(core, now) && !site.owned().isLost();
          return reading && wanted.add(new Wanted(core.next(), core.room()));
        });
    return wanted.isEmpty() ? null : wanted.getFirst();
  }

  /** Returns false if the shard was lost. */
  private boolean read(Wanted wanted) {
    Optional<LogStretch> read = site.read(() -> events.stretch(wanted.from(), wanted.room()));
    read.ifPresent(
        stretch -> {
          group.react((core, now) -> takeIn(core, stretch, now));
          first.complete(null);
        });
    return read.isPresent();
  }

  private void takeIn(GroupDelivery core, LogStretch stretch, long now) {
    var _ = core.read(stretch, now);
    var _ = core.expire(log.floor().packed(), now);
  }
}
