package io.messina.stream.log;

/** The timestamps of the plain writes of a shard's owner. */
@FunctionalInterface
public interface WriteTimestamps {

  /**
   * Returns a timestamp that nobody has used for this shard, above all that its former owners could
   * use. May block while more are reserved. Safe for use by many threads.
   *
   * @return microseconds since 1970, close to the wall clock
   * @throws RuntimeException if there is none: nothing is written then, and the lane is closed
   */
  long next();

  /**
   * Returns the append time of events whose row has one of the timestamps: the wall clock's time,
   * if timestamps run ahead of it, as after a take-over from an owner that crashed.
   *
   * @param timestampMicros from the latest call of {@link #next}
   * @return microseconds since 1970
   */
  default long appendMicros(long timestampMicros) {
    return timestampMicros;
  }
}
