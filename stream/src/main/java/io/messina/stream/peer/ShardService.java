package io.messina.stream.peer;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.DelayedAddress;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ScheduledEvent;
import io.messina.stream.ShardId;
import io.messina.stream.StoredEvent;
import io.messina.stream.StreamId;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The requests to the owner of a shard, from its own node and from others. The methods block, are
 * called on virtual threads, and are safe for use by many of them. All throw
 *
 * <ul>
 *   <li>{@link NotOwnerException} if the shard is not owned here: nothing was done;
 *   <li>{@link io.messina.stream.StreamException.NotFound} if there is no such group here;
 *   <li>{@link io.messina.stream.StreamException.Unavailable} if it cannot be done now, and was not
 *       done;
 *   <li>{@link io.messina.stream.StreamException.Unknown} if the shard was lost during the call, so
 *       that it may have been done or not.
 * </ul>
 */
public interface ShardService {

  /**
   * Appends events, in their order; they may be stored by several writes.
   *
   * @param shard the shard
   * @param events one or more; those of a numbered batch next to each other
   * @return completed once all is durable, with spans in the order of the events; exceptionally as
   *     specified above, by {@link io.messina.stream.StreamException.Refused} if an idempotency key
   *     is used with another body, there are too many sources, or the events of a numbered batch
   *     are not next to each other, or by {@link io.messina.stream.StreamException.Overloaded};
   *     after these two nothing was stored
   */
  CompletableFuture<List<AppendedSpan>> append(ShardId shard, List<Event> events);

  /**
   * Accepts an event to append later.
   *
   * @return its id, once it is durable
   */
  DelayedAddress schedule(ShardId shard, Event event, Instant due);

  /**
   * Cancels a delayed event.
   *
   * @return whether it was still waiting: it will not be appended. False also if it has been due
   *     for minutes and a former owner may have appended it: if none has, it will be appended
   */
  boolean cancel(ShardId shard, DelayedAddress id);

  /**
   * Looks up a delayed event.
   *
   * @return its state; empty if it is not known, or no longer
   */
  Optional<ScheduledEvent> scheduled(ShardId shard, DelayedAddress id);

  /**
   * Hands out events of a group.
   *
   * @return the events, once their leases are durable; none if nothing is ready
   */
  List<ClaimedEvent> claim(ClaimAsk ask);

  /**
   * Waits until a claim would get something.
   *
   * @param stream the stream
   * @param group the group
   * @param shards to look at, as far as this node owns them
   * @param wait how long at most; half a second if one of them is not owned here, or the group is
   *     not open there
   * @return how many events are ready on those that are owned here, as far as is known; 0 after the
   *     wait
   * @throws NotOwnerException if none are ready, and one of the shards is not owned here
   * @throws io.messina.stream.StreamException.NotFound if the group is not defined
   */
  int awaitReady(StreamId stream, GroupId group, List<Integer> shards, Duration wait);

  /**
   * Settles events that a worker claimed.
   *
   * @return a status for each, once it is durable
   */
  List<ReceiptStatus> settle(ShardId shard, GroupId group, Outcome outcome, List<ClaimId> claims);

  /**
   * Reads events in their order.
   *
   * @param shard the shard
   * @param group whose committed position is used if {@code from} is empty; empty to read without a
   *     group
   * @param from where to begin; empty for the committed position, or without a group for the oldest
   *     event
   * @param max how many events at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard; an interrupt ends the wait, and the
   *     thread stays interrupted
   */
  EventPage read(
      ShardId shard, Optional<GroupId> group, Optional<Position> from, int max, Duration wait);

  /**
   * Commits the position of a follower. A lower position changes nothing, because going back is a
   * seek. A commit of events that were read before a seek changes nothing either, so that a seek is
   * never lost.
   */
  void commit(ShardId shard, GroupId group, Commit commit);

  /**
   * Commits the position of a follower, but may return before that is durable: the owner's next
   * write contains it. For followers in the owner's process, which handle a few events again after
   * a crash.
   */
  default void commitLater(ShardId shard, GroupId group, Commit commit) {
    commit(shard, group, commit);
  }

  /**
   * Finds where the events of a time begin.
   *
   * @param shard the shard
   * @param time an append time
   * @return at or before the first event that was appended then or later, by at most a segment;
   *     behind the newest event if there is none
   */
  Position find(ShardId shard, Instant time);

  /** Runs a command on a group. */
  void command(ShardId shard, GroupId group, GroupAction command);

  /**
   * Reads dead letters.
   *
   * @param shard the shard
   * @param group the group
   * @param from the first position
   * @param max how many at most, from 1 to 10,000
   * @return in the order of their positions
   */
  List<DeadEvent> deadLetters(ShardId shard, GroupId group, Position from, int max);

  /**
   * Hands dead letters out again, with their attempts counted from zero.
   *
   * @param shard the shard
   * @param group the group
   * @param positions which; others than dead letters are ignored
   * @return those that will be handed out, once that is durable; fewer if the group has no room
   */
  List<Position> redrive(ShardId shard, GroupId group, List<Position> positions);

  /**
   * Deletes dead letters permanently, except those that are being redriven.
   *
   * @param shard the shard
   * @param group the group
   * @param positions which
   * @return those that existed and are deleted
   */
  List<Position> discard(ShardId shard, GroupId group, List<Position> positions);

  /** Looks up an event. */
  Optional<StoredEvent> event(ShardId shard, Position position);

  /** Returns the state of an event in a group. */
  DeliveryState state(ShardId shard, GroupId group, Position position);

  /** Returns the progress of a group, as far as it is known in memory. */
  ShardGroupStatus status(ShardId shard, GroupId group);
}
