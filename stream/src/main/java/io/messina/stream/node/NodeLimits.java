package io.messina.stream.node;

/**
 * Bounds of a node.
 *
 * @param heldBytesMax how many bytes of requests may wait for shards that have no owner at the
 *     moment; one request of any size always fits
 * @param shardsAtOnce of how many shards' owners one request asks something at the same time
 */
public record NodeLimits(long heldBytesMax, int shardsAtOnce) {

  /** 16 MiB, 32 shards. */
  public static final NodeLimits DEFAULT = new NodeLimits(16L << 20, 32);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where one is not positive
   */
  public NodeLimits {
    if (heldBytesMax < 1 || shardsAtOnce < 1) {
      throw new IllegalArgumentException(
          "limits: " + heldBytesMax + ", " + shardsAtOnce + " (expected: all above zero)");
    }
  }
}
