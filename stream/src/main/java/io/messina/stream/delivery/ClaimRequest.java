package io.messina.stream.delivery;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.GroupOptions;
import java.time.Duration;

/**
 * A request to a shard's owner for events of a group.
 *
 * @param max how many events at most, from 1 to 10,000
 * @param bytesMax their most bytes, as {@link io.messina.stream.log.RecordBatch#bytesAtMost}
 *     counts; a single event may be larger
 * @param lease from 1 s to 12 h
 * @param worker a name, shown to people; its first {@value WorkerNames#NAME_BYTES_MAX} bytes are
 *     kept
 */
public record ClaimRequest(int max, long bytesMax, Duration lease, String worker) {

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if a value is out of bounds
   */
  public ClaimRequest {
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    GroupOptions.checkLease(lease);
  }
}
