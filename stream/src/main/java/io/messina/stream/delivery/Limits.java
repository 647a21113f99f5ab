package io.messina.stream.delivery;

/**
 * How much of a group may be going on at a time, each on one shard but for the rate. At a limit
 * nothing is refused or lost: claims get less, or nothing, until there is room.
 *
 * @param inFlightMax events out at a time, from 1 to 10,000
 * @param perKeyMax events of one key out at a time; 0 for any number
 * @param perSecondMax events handed out a second by the whole group, of which each shard of the
 *     stream hands out an equal part, with as many at once after a pause; 0 for any number
 * @param unfinishedMax events known and not finished, from 1 to 10,000: out, waiting for a retry,
 *     waiting for their key, or next in line
 */
public record Limits(int inFlightMax, int perKeyMax, int perSecondMax, int unfinishedMax) {

  /** The most unfinished events that a group may have on a shard. */
  public static final int UNFINISHED_MAX = 10_000;

  /** 2,000 in flight, 10,000 unfinished. */
  public static final Limits DEFAULT = new Limits(2_000, 0, 0, UNFINISHED_MAX);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException where one is out of bounds
   */
  public Limits {
    check("max_in_flight", inFlightMax, 1, UNFINISHED_MAX);
    check("max_concurrent_per_key", perKeyMax, 0, UNFINISHED_MAX);
    check("rate_limit", perSecondMax, 0, Integer.MAX_VALUE);
    check("unfinished", unfinishedMax, 1, UNFINISHED_MAX);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: from " + min + " to " + max + ")");
    }
  }
}
