package io.messina.stream.lane;

/** Where a shard's owner gets the timestamps of its plain writes. */
@FunctionalInterface
public interface WriteTimestamps {

  /**
   * A timestamp that nobody has used for this shard, above all that its former owners could use.
   * May block while more are reserved. Safe for use by many threads.
   *
   * @return microseconds since 1970, close to the time by the wall clock
   * @throws RuntimeException where none can be had: nothing is written then, and the lane is closed
   */
  long next();

  /**
   * When something was appended whose row has one of the timestamps: now, where timestamps run
   * ahead of the time, as those of an owner do that has just taken over from one that crashed.
   *
   * @param timestampMicros what {@link #next} gave just before
   * @return microseconds since 1970
   */
  default long appendMicros(long timestampMicros) {
    return timestampMicros;
  }
}
