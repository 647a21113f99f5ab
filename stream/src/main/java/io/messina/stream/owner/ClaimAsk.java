package io.messina.stream.owner;

import java.time.Duration;

/**
 * A request to a shard's owner for events of a group.
 *
 * @param max how many at most, from 1 to 10,000
 * @param bytesMax their most bytes, as {@link io.messina.stream.log.RecordBatch#bytesAtMost}
 *     counts; a single event may be larger
 * @param lease from 1 s to 12 h
 * @param worker a name, shown to people
 */
public record ClaimAsk(int max, long bytesMax, Duration lease, String worker) {

  /** The most bytes of one claim. */
  public static final long BYTES_MAX = 16L << 20;
}
