package io.messina.stream.owner;

import io.messina.api.Position;
import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a group on a shard.
 *
 * @param end behind the newest event of the shard
 * @param floor the first event that is not finished
 * @param lag how many events are between the floor and the end, including finished ones; an
 *     estimate across ownerships
 * @param inFlight events with workers
 * @param waiting known events that are neither with workers nor finished: ready, or waiting for a
 *     retry or for their key
 * @param followed the last committed position of followers
 * @param unfollowed how many events were stored from there to the end, including expired ones
 * @param oldestUnfollowed when the first of these was appended; empty if there is none, or it is
 *     not in memory
 * @param oldestUnfinished when the event at the floor was appended; empty if there is none, or it
 *     is not in memory
 * @param paused whether nothing is handed out
 * @param claimed events handed out by this owner so far, counting each attempt
 * @param acknowledged events acknowledged at this owner so far
 * @param retried failed attempts at this owner so far
 * @param dead events that became dead letters at this owner so far
 * @param aside why the group is set aside, if it is: nothing is handed out or settled then, and it
 *     is unknown which events are finished
 */
public record ShardGroupStatus(
    Position end,
    Position floor,
    long lag,
    int inFlight,
    int waiting,
    Position followed,
    long unfollowed,
    Optional<Instant> oldestUnfollowed,
    Optional<Instant> oldestUnfinished,
    boolean paused,
    long claimed,
    long acknowledged,
    long retried,
    long dead,
    Optional<String> aside) {

  /**
   * Returns how many events are left: behind the floor for claims, behind the committed position
   * for followers; the fewer for a group that does both.
   */
  public long behind() {
    return Math.min(lag, unfollowed);
  }

  /**
   * Returns when the first of the events that are left was appended; empty if there is none, or it
   * is not in memory.
   */
  public Optional<Instant> oldestBehind() {
    return unfollowed < lag ? oldestUnfollowed : oldestUnfinished;
  }

  /**
   * The status of a group that is set aside.
   *
   * @param end behind the newest event of the shard
   * @param floor the first event that exists
   * @param lag how many events are between them
   * @param reason of the failure
   * @return what is certain about its progress
   */
  public static ShardGroupStatus aside(Position end, Position floor, long lag, String reason) {
    return new ShardGroupStatus(
        end,
        floor,
        lag,
        0,
        0,
        floor,
        lag,
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        0,
        0,
        0,
        Optional.of(reason));
  }
}
