package io.messina.api;

/**
 * Limits of the concurrency of a group, each on one shard except the rate. At a limit nothing is
 * refused or lost: claims get fewer events, or none, until there is room.
 */
public record GroupLimits(
    @Field(
            value = "events of a shard that workers may hold at a time",
            min = "1",
            max = "" + GroupLimits.UNFINISHED_MAX,
            otherwise = "2000")
        int maxInFlight,
    @Field(
            value = "events of a key that workers may hold at a time; 0 for any number",
            min = "0",
            max = "" + GroupLimits.UNFINISHED_MAX,
            otherwise = "0")
        int maxConcurrentPerKey,
    @Field(
            value =
                "events per second that the group hands out, in equal parts on its shards; 0 for"
                    + " any number",
            min = "0",
            max = "" + Integer.MAX_VALUE,
            otherwise = "0")
        int rateLimit,
    @Field(
            value =
                "unfinished events of a shard before new ones wait: held by workers, waiting for a"
                    + " retry or their key, or next in line",
            min = "1",
            max = "" + GroupLimits.UNFINISHED_MAX,
            otherwise = "10000")
        int maxUnfinished) {

  /** The most unfinished events that a group may have on a shard. */
  public static final int UNFINISHED_MAX = 10_000;

  /** 2,000 in flight, 10,000 unfinished. */
  public static final GroupLimits DEFAULT = Wire.defaults(GroupLimits.class);

  public GroupLimits {
    RecordField.check(
        GroupLimits.class, maxInFlight, maxConcurrentPerKey, rateLimit, maxUnfinished);
  }
}
