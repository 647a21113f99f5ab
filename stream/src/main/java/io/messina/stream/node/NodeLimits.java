package io.messina.stream.node;

/**
 * Bounds of a node.
 *
 * @param heldBytesMax how many bytes of requests may wait for shards that have no owner at the
 *     moment; one request of any size always fits
 * @param shardsAtOnce of how many shards' owners one request asks something at the same time
 * @param cacheBytesMax what the caches of all shards and groups may take in memory, in bytes
 */
public record NodeLimits(long heldBytesMax, int shardsAtOnce, long cacheBytesMax) {

  /** 16 MiB, 32 shards, a quarter of the heap. */
  public static final NodeLimits DEFAULT =
      new NodeLimits(16L << 20, 32, Runtime.getRuntime().maxMemory() / 4);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where one is not positive
   */
  public NodeLimits {
    if (heldBytesMax < 1 || shardsAtOnce < 1 || cacheBytesMax < 1) {
      throw new IllegalArgumentException(
          "limits: "
              + heldBytesMax
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
    return new NodeLimits(heldBytesMax, shardsAtOnce, bytesMax);
  }
}
