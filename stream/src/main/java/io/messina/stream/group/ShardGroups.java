package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.api.Start;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.lane.NewerLogException;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.EventPage;
import io.messina.stream.peer.GroupAction;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.ShardGroupStatus;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The groups of one shard at its owner. The methods block, are called on virtual threads, and are
 * safe for use by many of them. Requests to a group throw as specified in {@link
 * io.messina.stream.peer.ShardService}.
 */
public final class ShardGroups {

  private static final Duration DRAIN_STEP = Duration.ofMillis(10);

  private final ShardSite site;
  private final ShardLog log;
  private final EventReader events;
  private final LogFollowing following;
  private final GroupRegistry registry;
  private final CallGate gate;

  /**
   * The groups of a shard that was just taken over; none until they are defined.
   *
   * @param site the shard's surroundings
   * @param saved the state that the former owner left
   * @param log the shard's events
   * @param defined reads the present definitions of groups; throws {@link
   *     StreamException.Unavailable} if the store does not answer
   */
  public ShardGroups(
      ShardSite site, SavedState saved, ShardLog log, Supplier<List<CatalogGroup>> defined) {
    this.site = site;
    this.log = log;
    this.events = new EventReader(site.shard(), log, site.caches());
    this.following = new LogFollowing(site.time(), log, events);
    this.registry = new GroupRegistry(site, saved, log, events, defined);
    this.gate = new CallGate(site.shard());
  }

  /**
   * Restores, begins, changes and drops groups, so that exactly these exist. Called after each
   * change, one call at a time. Does not wait for the store: a request to a group waits until the
   * group is open. An open group uses its new options at once; events that are handed out keep
   * their leases.
   *
   * @param groups of the stream, each with its present generation
   */
  public void define(List<CatalogGroup> groups) {
    registry.define(groups, true);
  }

  /**
   * As {@link #define}, but drops no group, because there may be more than these.
   *
   * @param groups some groups of the stream, each with its present generation
   */
  public void defineSome(List<CatalogGroup> groups) {
    registry.define(groups, false);
  }

  /** Called by the flushing thread when events became visible: wakes all waiting readers. */
  public void advanced() {
    registry.all().forEach(ShardGroup::advanced);
    following.advanced();
  }

  /**
   * Hands out events.
   *
   * @return the events, once their leases are durable; none if nothing is ready
   */
  public List<ClaimedEvent> claim(ClaimAsk ask) {
    return call(() -> claims(ask.group()).claim(ask));
  }

  /**
   * Returns how many events a claim would get now, without those that are still to be read:
   * listeners are called for these.
   *
   * @throws StreamException.Unavailable if the group is not open; does not wait
   */
  public int ready(GroupId group) {
    return look(() -> find(group).openNow().claims().ready());
  }

  /**
   * Registers a listener that is called when events may be ready: sometimes without need, but never
   * too late; once at registration if any are; and when the shard or the group is lost.
   *
   * @param group the group
   * @param listener called by any thread without locks held; it must not block
   * @return ends the registration
   * @throws StreamException.Unavailable if the group is not open; does not wait
   */
  public NodeTime.Cancellation onReady(GroupId group, Runnable listener) {
    return look(() -> find(group).openNow().claims().onReady(listener));
  }

  /**
   * Settles events that a worker claimed.
   *
   * @return a status for each, once it is durable
   */
  public List<ReceiptStatus> settle(GroupId group, Outcome outcome, List<ClaimId> claims) {
    return call(() -> claims(group).settle(outcome, claims));
  }

  /**
   * Reads events in their order; an answer has at most about 4 MiB of payload.
   *
   * @param group whose committed position is used if {@code from} is empty
   * @param from where to begin; empty for the committed position, or without a group for the oldest
   *     event
   * @param max how many events at most
   * @param wait how long to wait at the end of the shard; an interrupt ends the wait
   * @throws NotOwnerException if it would wait and the shard is about to be handed over
   */
  public EventPage read(Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
    return current(
        () -> {
          Optional<ShardGroup.Opened> open = group.map(this::open);
          return from.isPresent() || open.isEmpty()
              ? following.read(from.orElse(Position.START), max, wait)
              : open.get().follow(following, max, wait);
        });
  }

  /**
   * Commits the position of a follower; returns once it is durable. A lower position, or one that
   * was read before a seek, changes nothing.
   */
  public void commit(GroupId group, Commit commit) {
    run(() -> follow(group).commit(commit, log.end()));
  }

  /**
   * Commits the position of a follower without waiting: it is written together with other changes,
   * after a second at the latest.
   */
  public void commitLater(GroupId group, Commit commit) {
    run(() -> follow(group).commitLater(commit, log.end()));
  }

  /**
   * Finds where the events of a time begin.
   *
   * @param time an append time
   * @return at or before the first event that was appended then or later, by at most a segment; for
   *     a future time, behind the newest event
   */
  public Position find(Instant time) {
    return current(
        () ->
            time.isAfter(site.time().wall().instant())
                ? log.end()
                : Starts.position(Start.since(time), log));
  }

  /**
   * Runs a command. A seek or a purge opens a group that is set aside at once, and begins it at
   * that position if its state cannot be read.
   */
  public void command(GroupId group, GroupAction command) {
    run(
        () -> {
          switch (command) {
            case GroupAction.Begin() -> begin(open(group));
            case GroupAction.Pause() -> claims(group).pause(true);
            case GroupAction.Resume() -> claims(group).pause(false);
            case GroupAction.Seek(Start to) -> seek(group, Starts.position(to, log));
            case GroupAction.Purge() -> seek(group, log.end());
          }
          following.advanced();
        });
  }

  private static void begin(ShardGroup.Opened open) {
    open.claims().begin();
    Futures.join(open.follow().begun());
  }

  private void seek(GroupId group, Position to) {
    ShardGroup.Opened open = find(group).openOrBegin(to);
    int run = open.claims().seek(to);
    open.follow().seek(new FollowGroup.Place(to, run));
  }

  /**
   * Reads dead letters. An answer has at most about 16 MiB of events, so it may be shorter than
   * {@code max} and not be the last.
   *
   * @param group the group
   * @param from the first position
   * @param max how many at most
   * @return in the order of their positions; empty at the end
   */
  public List<DeadEvent> deadLetters(GroupId group, Position from, int max) {
    return current(() -> claims(group).deadLetters().read(from, max));
  }

  /**
   * Hands dead letters out again, with their attempts counted from zero.
   *
   * @param group the group
   * @param positions which; others than dead letters are ignored
   * @return those that will be handed out, once that is durable; fewer if the group has no room
   */
  public List<Position> redrive(GroupId group, List<Position> positions) {
    return call(() -> claims(group).deadLetters().redrive(positions));
  }

  /**
   * Deletes dead letters permanently, except those that are being redriven.
   *
   * @param group the group
   * @param positions which; others than dead letters are ignored
   * @return those that are deleted
   */
  public List<Position> discard(GroupId group, List<Position> positions) {
    return call(() -> claims(group).deadLetters().discard(positions));
  }

  /** Looks up an event. */
  public Optional<StoredEvent> event(Position position) {
    return current(() -> events.find(position.packed()));
  }

  /** Returns the state of an event in a group; failed for a dead letter. */
  public DeliveryState state(GroupId group, Position position) {
    return current(() -> claims(group).deadLetters().state(position));
  }

  /** Returns the progress of a group, as far as it is known in memory. */
  public ShardGroupStatus status(GroupId group) {
    return look(() -> find(group).status());
  }

  /**
   * Prepares a hand-over: takes no new requests, waits until all earlier ones are answered, and
   * writes all state. Returns early if the shard is lost.
   */
  public void drain() {
    gate.shut();
    following.drain(new Ended.Lost(site.shard()));
    while (!gate.isEmpty()) {
      if (site.owned().isLost() || site.state().isOver() || !pause()) {
        close();
        return;
      }
    }
    registry.all().forEach(ShardGroup::drain);
    site.state().flush();
    close();
  }

  private boolean pause() {
    try {
      site.time().sleep(DRAIN_STEP);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * The shard was released, and nobody else can have taken it: tells all waiting callers, and
   * serves only reads that need not wait. A repeat changes nothing.
   */
  public void endAllButReading() {
    Ended lost = new Ended.Lost(site.shard());
    gate.shut();
    following.drain(lost);
    registry.end(lost);
  }

  /** The shard is lost: tells all waiting callers. A repeat changes nothing. */
  public void close() {
    endAllButReading();
    following.end(new Ended.Lost(site.shard()));
    events.close();
  }

  private void run(Runnable call) {
    call(
        () -> {
          call.run();
          return true;
        });
  }

  private <T> T call(Supplier<T> call) {
    return gate.pass(() -> look(call));
  }

  /** Returns an answer that was current: nobody had taken the shard while it was computed. */
  private <T> T current(Supplier<T> call) {
    T answer = look(call);
    if (!site.owned().mayShow()) {
      throw new NotOwnerException(site.shard());
    }
    return answer;
  }

  private <T> T look(Supplier<T> call) {
    try {
      return call.get();
    } catch (StoreUnavailableException | NewerLogException e) {
      if (site.owned().isLost()) {
        throw new NotOwnerException(site.shard());
      }
      throw new StreamException.Unavailable(site.shard() + ": " + e.getMessage());
    }
  }

  private ClaimDesk claims(GroupId group) {
    return open(group).claims();
  }

  private FollowGroup follow(GroupId group) {
    return open(group).follow();
  }

  private ShardGroup.Opened open(GroupId group) {
    return find(group).open();
  }

  private ShardGroup find(GroupId group) {
    return registry
        .find(group)
        .orElseThrow(() -> new Ended.Dropped(group.name().value()).refusal());
  }
}
