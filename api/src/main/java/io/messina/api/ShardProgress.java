package io.messina.api;

import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a group in a shard.
 *
 * @param end behind the newest event
 * @param floor before which all is done
 * @param lag how many events are not done
 * @param inFlight how many are out at workers
 * @param waiting how many wait for their next attempt
 * @param followed committed position of followers
 * @param oldestUnfinished when the oldest event that is not done was appended
 * @param paused whether nothing is handed out
 * @param setAside the fault for which the group is set aside on this shard: it hands out and
 *     acknowledges nothing
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
