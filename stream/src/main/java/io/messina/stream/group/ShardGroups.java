package io.messina.stream.group;

import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.runtime.Futures;
import io.messina.runtime.NodeTime;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import io.messina.stream.lane.NewerLogException;
import io.messina.stream.lane.ShardLog;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.Commit;
import io.messina.stream.peer.DeadEvent;
import io.messina.stream.peer.FollowedEvents;
import io.messina.stream.peer.GroupCommand;
import io.messina.stream.peer.GroupStatus;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.state.SavedState;
import io.messina.stream.state.ShardSite;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The groups of one shard at its owner. Methods block, and are called on virtual threads; safe for
 * use by many of them. Those that are asked of a group throw what {@link
 * io.messina.stream.peer.ShardService} says.
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
   * The groups of a shard that was just taken; none until they are defined.
   *
   * @param site what they work with
   * @param saved the state as the former owner left it
   * @param log the shard's events
   * @param defined reads which groups are defined now; throws {@link StreamException.Unavailable}
   *     where the store does not answer
   */
  public ShardGroups(
      ShardSite site, SavedState saved, ShardLog log, Supplier<List<GroupDefinition>> defined) {
    this.site = site;
    this.log = log;
    this.events = new EventReader(site.shard(), log, site.caches());
    this.following = new LogFollowing(site.time(), log, events);
    this.registry = new GroupRegistry(site, saved, log, events, defined);
    this.gate = new CallGate(site.shard());
  }

  /**
   * Restores, begins, changes and drops groups, so that there are exactly these; repeated on
   * changes, one call at a time. Does not wait for the store: who asks something of a group waits
   * until it is there. A group that is there already goes on with the options that it has now; what
   * is out stays out with the lease it has.
   *
   * @param groups of the stream, each with its present generation
   */
  public void define(List<GroupDefinition> groups) {
    registry.define(groups, true);
  }

  /**
   * Likewise, but there may be more than these, so that none is dropped.
   *
   * @param groups some groups of the stream, each with its present generation
   */
  public void defineSome(List<GroupDefinition> groups) {
    registry.define(groups, false);
  }

  /** Events were appended and may be shown: wakes whoever waits. Called by the flushing thread. */
  public void advanced() {
    registry.all().forEach(Group::advanced);
    following.advanced();
  }

  /**
   * Hands out events.
   *
   * @param ask for what
   * @return the events, once their leases are durable; none where nothing is ready
   */
  public List<ClaimedEvent> claim(ClaimAsk ask) {
    return call(() -> claims(ask.group()).claim(ask));
  }

  /**
   * How many events claims would get now.
   *
   * @param group the group
   * @return without those that are still to be read: a listener will be told of them
   * @throws StreamException.Unavailable where the group is not open; nothing is waited for
   */
  public int ready(GroupId group) {
    return look(() -> find(group).openNow().claims().ready());
  }

  /**
   * Calls back whenever something may be ready: too often rather than too seldom, once at
   * registration if something is, and when the shard or the group is lost.
   *
   * @param group the group
   * @param listener called by any thread without locks held; it must not block
   * @return ends it
   * @throws StreamException.Unavailable where the group is not open; nothing is waited for
   */
  public NodeTime.Cancellation onReady(GroupId group, Runnable listener) {
    return look(() -> find(group).openNow().claims().onReady(listener));
  }

  /**
   * Takes what a worker says of events that it claimed.
   *
   * @param group the group
   * @param outcome what it says
   * @param claims of what
   * @return a status for each, once it is durable
   */
  public List<ReceiptStatus> settle(GroupId group, Outcome outcome, List<ClaimId> claims) {
    return call(() -> claims(group).settle(outcome, claims));
  }

  /**
   * Reads events in their order; an answer has at most about 4 MiB of payload.
   *
   * @param group the group from whose committed position to read where none is given
   * @param from where to read, or empty for the committed position, without a group the oldest
   * @param max how many at most
   * @param wait how long to wait at most where the end is reached; an interrupt ends the wait
   * @return the events
   * @throws NotOwnerException where it would wait, and the shard is about to be handed over
   */
  public FollowedEvents read(
      Optional<GroupId> group, Optional<Position> from, int max, Duration wait) {
    return current(
        () -> {
          Optional<Group.Opened> open = group.map(this::open);
          return from.isPresent() || open.isEmpty()
              ? following.read(from.orElse(Position.START), max, wait)
              : open.get().follow(following, max, wait);
        });
  }

  /**
   * Notes how far a follower is, once it is durable. Going back changes nothing, nor does what was
   * read before a seek.
   *
   * @param group the group
   * @param commit how far
   */
  public void commit(GroupId group, Commit commit) {
    run(() -> follow(group).commit(commit, log.end()));
  }

  /**
   * Notes how far a follower is, and does not wait: it is written with what else is written, at the
   * latest after a second.
   *
   * @param group the group
   * @param commit how far
   */
  public void commitLater(GroupId group, Commit commit) {
    run(() -> follow(group).commitLater(commit, log.end()));
  }

  /**
   * Finds where events begin that were appended from a time on.
   *
   * @param time the append time
   * @return at or before the first of them, by at most a segment; behind the newest for a time to
   *     come
   */
  public Position find(Instant time) {
    return current(
        () ->
            time.isAfter(site.time().wall().instant())
                ? log.end()
                : Starts.position(Start.since(time), log));
  }

  /**
   * Does something to a group. Where it is set aside, a seek or a purge opens it at once, and
   * begins it anew at that position where its state cannot be read.
   *
   * @param group the group
   * @param command what
   */
  public void command(GroupId group, GroupCommand command) {
    run(
        () -> {
          switch (command) {
            case GroupCommand.Begin() -> begin(open(group));
            case GroupCommand.Pause() -> claims(group).pause(true);
            case GroupCommand.Resume() -> claims(group).pause(false);
            case GroupCommand.Seek(Start to) -> seek(group, Starts.position(to, log));
            case GroupCommand.Purge() -> seek(group, log.end());
          }
          following.advanced();
        });
  }

  private static void begin(Group.Opened open) {
    open.claims().begin();
    Futures.join(open.follow().begun());
  }

  private void seek(GroupId group, Position to) {
    Group.Opened open = find(group).openOrBegin(to);
    int run = open.claims().seek(to);
    open.follow().seek(new FollowGroup.Place(to, run));
  }

  /**
   * Reads dead letters. An answer has at most about 16 MiB of events, so that it may be shorter
   * than asked for although there are more.
   *
   * @param group the group
   * @param from from which position on
   * @param max how many at most
   * @return in the order of their positions; none where there are no more
   */
  public List<DeadEvent> deadLetters(GroupId group, Position from, int max) {
    return current(() -> claims(group).deadLetters().read(from, max));
  }

  /**
   * Hands dead letters out again, their attempts counted anew.
   *
   * @param group the group
   * @param positions which; those that are none are left out
   * @return those that will be handed out, once that is durable; fewer where the group has no room
   */
  public List<Position> redrive(GroupId group, List<Position> positions) {
    return call(() -> claims(group).deadLetters().redrive(positions));
  }

  /**
   * Deletes dead letters for good. What is being redriven stays.
   *
   * @param group the group
   * @param positions which; those that are none are left out
   * @return those that are deleted
   */
  public List<Position> discard(GroupId group, List<Position> positions) {
    return call(() -> claims(group).deadLetters().discard(positions));
  }

  /**
   * Looks an event up.
   *
   * @param position where it stands
   * @return the event, if it is there
   */
  public Optional<StoredEvent> event(Position position) {
    return current(() -> events.find(position.packed()));
  }

  /**
   * How an event stands in a group.
   *
   * @param group the group
   * @param position the event
   * @return its state; failed for a dead letter
   */
  public EventState state(GroupId group, Position position) {
    return current(() -> claims(group).deadLetters().state(position));
  }

  /**
   * How far a group is.
   *
   * @param group the group
   * @return what is known in memory
   */
  public GroupStatus status(GroupId group) {
    return look(() -> find(group).status());
  }

  /**
   * For a hand-over: takes in nothing new, waits until all that was asked for is answered, and
   * writes all state. Returns early where the shard is lost meanwhile.
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
    registry.all().forEach(Group::drain);
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
   * The shard was given up, and nobody else can have taken it: whoever waits is told so, and only
   * what needs no waiting is read. Repeating it changes nothing.
   */
  public void endAllButReading() {
    Ended lost = new Ended.Lost(site.shard());
    gate.shut();
    following.drain(lost);
    registry.end(lost);
  }

  /** The shard is lost: whoever waits is told so. Repeating it changes nothing. */
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

  /**
   * An answer that nobody else can have made old: while it was made, nobody had taken the shard.
   */
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

  private Group.Opened open(GroupId group) {
    return find(group).open();
  }

  private Group find(GroupId group) {
    return registry
        .find(group)
        .orElseThrow(() -> new Ended.Dropped(group.name().value()).refusal());
  }
}
