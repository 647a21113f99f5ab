package io.messina.stream.delivery;

/**
 * All events of a stretch of the shard, as read from its log. Positions that are missing within it
 * hold no event: they expired, are damaged, or belong to no lane.
 *
 * @param from where the stretch begins, packed
 * @param to where it ends, exclusive, packed: the next stretch begins there
 * @param count how many events it has
 * @param positions their positions, packed and ascending; may be longer than {@code count}
 * @param keys their keys' hashes, {@link #NO_KEY} for an event without
 */
public record LogStretch(long from, long to, int count, long[] positions, long[] keys) {

  /** The hash of no key: Murmur3 tokens, as Cassandra takes them, never have this value. */
  public static final long NO_KEY = Long.MIN_VALUE;

  /**
   * A checked stretch.
   *
   * @throws IllegalArgumentException where the events do not lie in it, or not in ascending order
   */
  public LogStretch {
    if (count > positions.length || count > keys.length) {
      throw new IllegalArgumentException("count: " + count + " (expected: as many as given)");
    }
    long before = from - 1;
    for (int i = 0; i < count; i++) {
      if (positions[i] <= before) {
        throw new IllegalArgumentException(
            "position: " + positions[i] + " (expected: above " + before + ")");
      }
      before = positions[i];
    }
    if (to <= before) {
      throw new IllegalArgumentException("to: " + to + " (expected: above " + before + ")");
    }
  }
}
