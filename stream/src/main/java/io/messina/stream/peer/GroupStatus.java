package io.messina.stream.peer;

import io.messina.api.Position;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a group is on a shard.
 *
 * @param end behind the newest event of the shard
 * @param floor the first event that is not finished
 * @param lag how many events lie between the floor and the end, finished ones among them; an
 *     estimate across ownerships
 * @param inFlight events with workers
 * @param waiting events known and neither with workers nor finished: ready, or waiting for a retry
 *     or for their key
 * @param followed what was committed last by followers
 * @param unfollowed how many events were stored from there to the end, those that have expired
 *     among them
 * @param oldestUnfollowed when the first of these was appended; empty where there is none, or where
 *     it is not in memory
 * @param oldestUnfinished when the event at the floor was appended; empty where there is none, or
 *     where it is not in memory
 * @param paused whether nothing is handed out
 * @param claimed events handed out by this owner so far, each attempt counted
 * @param acknowledged events acknowledged at this owner so far
 * @param retried failed attempts at this owner so far
 * @param dead events that went to the dead letters at this owner so far
 * @param aside why nothing of the group is handed out or settled now, if something is wrong with
 *     it: then nothing is known of what is finished
 */
public record GroupStatus(
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
   * How many events are left to do: behind the floor where events are claimed, behind what was
   * committed where they are followed.
   *
   * @return of a group that does both the fewer
   */
  public long behind() {
    return Math.min(lag, unfollowed);
  }

  /**
   * Since when there is something left to do.
   *
   * @return when the first of these events was appended; empty where there is none, or where it is
   *     not in memory
   */
  public Optional<Instant> oldestBehind() {
    return unfollowed < lag ? oldestUnfollowed : oldestUnfinished;
  }

  /**
   * Of a group that is set aside.
   *
   * @param end behind the newest event of the shard
   * @param floor the first event that is there
   * @param lag how many events lie between
   * @param reason what is wrong with it
   * @return how far it is for certain
   */
  public static GroupStatus aside(Position end, Position floor, long lag, String reason) {
    return new GroupStatus(
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
