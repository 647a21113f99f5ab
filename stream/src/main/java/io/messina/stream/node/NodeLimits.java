package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.stream.log.LaneLimits;

/**
 * RequestBounds of a node.
 *
 * @param waitingBytesMax how many bytes of requests may wait for shards that have no owner at the
 *     moment; a single request of any size always fits
 * @param shardsAtOnce how many shards one request calls at the same time
 * @param cacheBytesMax how much memory the caches of all shards and groups may use, in bytes
 * @param lanes bounds of the lanes of its shards
 */
public record NodeLimits(
    long waitingBytesMax, int shardsAtOnce, long cacheBytesMax, LaneLimits lanes) {

  /** A sixteenth of the heap, 32 shards, a quarter of the heap, default lanes. */
  public static final NodeLimits DEFAULT =
      new NodeLimits(
          Runtime.getRuntime().maxMemory() / 16,
          32,
          Runtime.getRuntime().maxMemory() / 4,
          LaneLimits.DEFAULT);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public NodeLimits {
    Checks.that(
        waitingBytesMax > 0 && shardsAtOnce > 0 && cacheBytesMax > 0,
        "limits",
        waitingBytesMax + ", " + shardsAtOnce + ", " + cacheBytesMax,
        "all above zero");
  }

  /**
   * Returns a copy with another bound of the caches.
   *
   * @param bytesMax in bytes of memory
   */
  public NodeLimits withCacheBytesMax(long bytesMax) {
    return new NodeLimits(waitingBytesMax, shardsAtOnce, bytesMax, lanes);
  }
}
