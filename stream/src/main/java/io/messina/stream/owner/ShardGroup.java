package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.DeliveryState;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.delivery.Unfinished;
import java.time.Duration;
import java.util.List;

/** A group on one shard, at the shard's owner; its methods behave as those of {@link Shard}. */
public interface ShardGroup {

  /**
   * Hands out events.
   *
   * @return the events, once their leases are durable; none if nothing is ready
   */
  List<ClaimedEvent> claim(ClaimRequest ask);

  /**
   * Settles events that a worker claimed.
   *
   * @return a status for each, once it is durable
   */
  List<ReceiptStatus> settle(Outcome outcome, List<ClaimId> claims);

  /**
   * Reads events in their order from the position that followers have committed.
   *
   * @param max how many events at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard; an interrupt ends the wait, and the
   *     thread stays interrupted
   */
  EventPage read(int max, Duration wait);

  /**
   * Commits the position of a follower; returns once it is durable. A lower position changes
   * nothing, because going back is a seek; the same position may bring another note. A commit of
   * events that were read before a seek changes nothing either, so that a seek is never lost.
   */
  void commit(Commit commit);

  /**
   * Runs a command. A seek or a purge opens a group that is set aside at once, and begins it at
   * that position if its state cannot be read.
   */
  void command(GroupAction command);

  /**
   * Reads dead letters. An answer has at most about 16 MiB of events, so it may be shorter than
   * {@code max} and not be the last.
   *
   * @param from the first position
   * @param max how many at most, from 1 to 10,000
   * @return in the order of their positions; empty at the end
   */
  List<DeadEvent> deadLetters(Position from, int max);

  /**
   * Hands dead letters out again, with their attempts counted from zero.
   *
   * @param positions which; others than dead letters are ignored
   * @return those that will be handed out, once that is durable; fewer if the group has no room
   */
  List<Position> redrive(List<Position> positions);

  /**
   * Deletes dead letters permanently, except those that are being redriven.
   *
   * @param positions which; others than dead letters are ignored
   * @return those that existed and are deleted
   */
  List<Position> discard(List<Position> positions);

  /** Returns the state of an event; failed for a dead letter. */
  DeliveryState state(Position position);

  /**
   * Returns unfinished events that the owner has read: those that workers have, that wait, and the
   * next ones to be handed out.
   *
   * @return in their {@link Unfinished#ORDER}
   */
  List<Unfinished> unfinished(Unfinished.Query query);

  /** Returns the progress of the group, as far as it is known in memory. */
  ShardGroupStatus status();
}
