package io.messina.stream.node;

import io.messina.stream.lane.LaneLimits;

/**
 * Bounds of a node.
 *
 * @param waitingBytesMax how many bytes of requests may wait for shards that have no owner at the
 *     moment; one request of any size always fits
 * @param shardsAtOnce of how many shards' owners one request asks something at the same time
 * @param cacheBytesMax what the caches of all shards and groups may take in memory, in bytes
 * @param lanes how large the parts of its shards' logs grow
 */
public record NodeLimits(
    long waitingBytesMax, int shardsAtOnce, long cacheBytesMax, LaneLimits lanes) {

  /** 16 MiB, 32 shards, a quarter of the heap, lanes as usual. */
  public static final NodeLimits DEFAULT =
      new NodeLimits(16L << 20, 32, Runtime.getRuntime().maxMemory() / 4, LaneLimits.DEFAULT);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where one is not positive
   */
  public NodeLimits {
    if (waitingBytesMax < 1 || shardsAtOnce < 1 || cacheBytesMax < 1) {
      throw new IllegalArgumentException(
          "limits: "
              + waitingBytesMax
              + ", "
              + shardsAtOnce
              + ", "
              + cacheBytesMax
              + " (expected: all above zero)");
    }
  }

  /**
   * With other caches.
   *
   * @param bytesMax what they may take, in bytes of memory
   * @return a copy
   */
  public NodeLimits withCacheBytesMax(long bytesMax) {
    return new NodeLimits(waitingBytesMax, shardsAtOnce, bytesMax, lanes);
  }
}
