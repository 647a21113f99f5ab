package io.messina.stream.peer;

import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import java.time.Duration;

/**
 * Asks a shard's owner for events of a group.
 *
 * @param shard whose events
 * @param group for whom
 * @param max how many at most, from 1 to 10,000
 * @param bytesMax what they may take, as {@link io.messina.stream.record.RecordBatch#bytesAtMost}
 *     counts; one event of any size is handed out
 * @param lease for how long, from 1 s to 12 h
 * @param worker who asks, for people
 */
public record ClaimAsk(
    ShardId shard, GroupId group, int max, long bytesMax, Duration lease, String worker) {

  /** The most bytes that one claim may ask for. */
  public static final long BYTES_MAX = 16L << 20;
}
