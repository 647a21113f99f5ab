package io.messina.stream.delivery;

/**
 * All events of a stretch of the shard's log. Positions that are missing within it have no event:
 * it expired, is damaged, or belongs to no lane.
 *
 * @param from the beginning of the stretch, packed
 * @param to its end, exclusive, packed: the next stretch begins there
 * @param count how many events it has
 * @param positions their positions, packed and ascending; may be longer than {@code count}
 * @param keys the hashes of their keys, {@link #NO_KEY} for an event without a key
 */
public record LogStretch(long from, long to, int count, long[] positions, long[] keys) {

  /**
   * The hash for events without a key: Murmur3 tokens, as Cassandra uses them, never have this
   * value.
   */
  public static final long NO_KEY = Long.MIN_VALUE;

  /**
   * Checks the events.
   *
   * @throws IllegalArgumentException if they are not in the stretch, or not ascending
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
