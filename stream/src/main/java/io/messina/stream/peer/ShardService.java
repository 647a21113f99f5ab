package io.messina.stream.peer;

import io.messina.api.Position;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduleId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.EventState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.ReceiptStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What the owner of a shard does, for its own node and for others. Methods block, and are called on
 * virtual threads; safe for use by many of them. All throw
 *
 * <ul>
 *   <li>{@link NotOwnerException} where the shard is not owned here: nothing was done;
 *   <li>{@link io.messina.stream.StreamException.NotFound} where there is no such group here;
 *   <li>{@link io.messina.stream.StreamException.Unavailable} where it cannot be done now, and was
 *       not done;
 *   <li>{@link io.messina.stream.StreamException.Unknown} where the shard was lost meanwhile, so
 *       that it may have been done or not.
 * </ul>
 */
public interface ShardService {

  /**
   * Appends events, in their order; not all need to be stored by one write.
   *
   * @param shard where
   * @param events one or more; those of a numbered batch next to each other
   * @return completed once all is durable, with spans in the order of the events; exceptionally by
   *     what the type says, or by {@link io.messina.stream.StreamException.Refused} where an
   *     idempotency key comes with another body, there are too many sources, or a numbered batch is
   *     in parts, and by {@link io.messina.stream.StreamException.Overloaded}; nothing was stored
   *     then
   */
  CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events);

  /**
   * Accepts an event that is to be appended later.
   *
   * @param shard where
   * @param event the event
   * @param due when
   * @return its id, once it is durable
   */
  ScheduleId schedule(ShardId shard, Event event, Instant due);

  /**
   * Takes back a delayed event.
   *
   * @param shard where
   * @param id its id
   * @return whether it was still there: it will not be appended. False also where it has been due
   *     for minutes and a former owner may have appended it: it is appended if none has
   */
  boolean cancel(ShardId shard, ScheduleId id);

  /**
   * Looks a delayed event up.
   *
   * @param shard where
   * @param id its id
   * @return what became of it; empty where it is not known, or no more
   */
  Optional<ScheduledEvent> scheduled(ShardId shard, ScheduleId id);

  /**
   * Hands out events of a claim group.
   *
   * @param ask for what
   * @return the events, once their leases are durable; none where nothing is ready
   */
  List<ClaimedEvent> claim(ClaimAsk ask);

  /**
   * Waits until a claim would get something.
   *
   * @param stream the stream
   * @param group the group
   * @param shards of which this node looks at those that it owns
   * @param wait how long at most; half a second where one of them is not owned here, or the group
   *     is not open there
   * @return how many events are ready on those that are owned here, as far as is known; 0 once the
   *     wait is over
   * @throws NotOwnerException where there are none, and one of the shards is not owned here
   * @throws io.messina.stream.StreamException.NotFound where the group is not defined
   */
  int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait);

  /**
   * Takes what a worker says of events that it claimed.
   *
   * @param shard whose events
   * @param group the group
   * @param outcome what it says
   * @param claims of what
   * @return a status for each, once it is durable
   */
  List<ReceiptStatus> settle(ShardId shard, GroupId group, Outcome outcome, List<ClaimId> claims);

  /**
   * Reads events in their order.
   *
   * @param shard the shard
   * @param group the group from whose committed position to read where none is given; empty to read
   *     without a group
   * @param from where to read, or empty for the committed position, without a group the oldest
   * @param max how many at most, from 1 to 10,000
   * @param wait how long to wait at most where the end is reached; an interrupt ends the wait, and
   *     the thread stays interrupted
   * @return the events
   */
  FollowedEvents read(
      ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait);

  /**
   * Notes how far a follower is. Going back is a seek, not a commit: it changes nothing. Nor does
   * what was read before a seek, however far it is, so that a seek is never lost.
   *
   * @param shard the shard
   * @param group the group
   * @param commit how far
   */
  void commit(ShardId shard, GroupId group, Commit commit);

  /**
   * Notes how far a follower is, but may return before that is durable: the owner's next write
   * takes it along. For followers in the owner's process, which handle a few events again after a
   * crash.
   *
   * @param shard the shard
   * @param group the group
   * @param commit how far
   */
  default void commitLater(ShardId shard, GroupId group, Commit commit) {
    commit(shard, group, commit);
  }

  /**
   * Finds where events begin that were appended from a time on.
   *
   * @param shard the shard
   * @param time the append time
   * @return at or before the first of them, by at most a segment; behind the newest where there is
   *     none
   */
  Position find(ShardId shard, Instant time);

  /**
   * Does something to a group.
   *
   * @param shard on which shard
   * @param group the group
   * @param command what
   */
  void command(ShardId shard, GroupId group, GroupCommand command);

  /**
   * Reads dead letters.
   *
   * @param shard the shard
   * @param group the group
   * @param from from which position on
   * @param max how many at most, from 1 to 10,000
   * @return in the order of their positions
   */
  List<DeadEvent> deadLetters(ShardId shard, GroupId group, Position from, int max);

  /**
   * Hands dead letters out again, their attempts counted anew.
   *
   * @param shard the shard
   * @param group the group
   * @param positions which; those that are none are left out
   * @return those that will be handed out, once that is durable; fewer where the group has no room
   */
  List<Position> redrive(ShardId shard, GroupId group, List<Position> positions);

  /**
   * Deletes dead letters for good. What is being redriven stays.
   *
   * @param shard the shard
   * @param group the group
   * @param positions which
   * @return those that were there and are gone
   */
  List<Position> discard(ShardId shard, GroupId group, List<Position> positions);

  /**
   * Looks an event up.
   *
   * @param shard the shard
   * @param position where it stands
   * @return the event, if it is there
   */
  Optional<StoredEvent> event(ShardId shard, Position position);

  /**
   * How an event stands in a group.
   *
   * @param shard the shard
   * @param group the group
   * @param position the event
   * @return its state
   */
  EventState state(ShardId shard, GroupId group, Position position);

  /**
   * How far a group is.
   *
   * @param shard the shard
   * @param group the group
   * @return what is known in memory
   */
  GroupStatus status(ShardId shard, GroupId group);
}
