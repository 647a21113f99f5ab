package io.messina.api;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a group is in a shard.
 *
 * @param end behind the newest event
 * @param floor before which all is done
 * @param lag how many events are not done
 * @param inFlight how many are out at workers
 * @param waiting how many wait for their next attempt
 * @param followed what was committed by followers
 * @param oldestUnfinished when the oldest event that is not done was appended
 * @param paused whether nothing is handed out
 * @param setAside if something is wrong with the group on this shard, so that nothing is handed out
 *     and nothing acknowledged there: what
 */
public record ShardProgress(
    Position end,
    Position floor,
    long lag,
    long inFlight,
    long waiting,
    Position followed,
    Optional<Instant> oldestUnfinished,
    boolean paused,
    Optional<String> setAside) {}
