package io.messina.api;

/**
 * How much of a group may be going on at a time, each on one shard but for the rate. At a limit
 * nothing is refused or lost: claims get less, or nothing, until there is room.
 *
 * @param maxInFlight events out at a time, from 1 to 10,000
 * @param maxConcurrentPerKey events of one key out at a time; 0 for any number
 * @param rateLimit events handed out a second by the whole group, of which each shard of the stream
 *     hands out an equal part, with as many at once after a pause; 0 for any number
 * @param maxUnfinished events known and not finished, from 1 to 10,000: out, waiting for a retry,
 *     waiting for their key, or next in line
 */
public record GroupLimits(
    @Field(value = "how many events of a shard may be out at a time", min = "1", max = "" + GroupLimits.UNFINISHED_MAX, otherwise = "2000")
        int maxInFlight,
    @Field(
            value = "how many events of a key may be out at a time; 0 for any number",
            min = "0",
            max = "" + GroupLimits.UNFINISHED_MAX, otherwise = "0")
        int maxConcurrentPerKey,
    @Field(
            value = "how many events a second the group is handed out; 0 for any number",
            min = "0",
            max = "" + Integer.MAX_VALUE, otherwise = "0")
        int rateLimit,
    @Field(
            value = "how many unfinished events a shard may have before new ones wait",
            min = "1",
            max = "" + GroupLimits.UNFINISHED_MAX, otherwise = "10000")
        int maxUnfinished) {

  /** The most unfinished events that a group may have on a shard. */
  public static final int UNFINISHED_MAX = 10_000;

  /** 2,000 in flight, 10,000 unfinished. */
  public static final GroupLimits DEFAULT = Wire.defaults(GroupLimits.class);

  /**
   * Checked limits.
   *
   * @throws IllegalArgumentException if one is out of bounds
   */
  public GroupLimits {
    RecordField.check(
        GroupLimits.class, maxInFlight, maxConcurrentPerKey, rateLimit, maxUnfinished);
  }
}
