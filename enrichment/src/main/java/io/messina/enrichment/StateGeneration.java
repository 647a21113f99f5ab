package io.messina.enrichment;

/**
 * The generation of the states of an enrichment, as one number that rises. Each of these begins
 * another: a stream that is created again, whose positions begin again; within a stream a version
 * of the job; within a version a group that was deleted and is created again.
 *
 * <pre>
 * bit  63 0 · 62–42 generation of the stream · 41–21 version · 20–0 generation of the group
 * </pre>
 */
final class StateGeneration {

  private static final int BITS = 21;

  /** The highest of each of the three. */
  static final int MAX = (1 << BITS) - 1;

  private StateGeneration() {}

  /**
   * Composes them.
   *
   * @throws IllegalArgumentException if one is not from 1 to {@link #MAX}
   */
  static long of(int stream, int version, int group) {
    return (checked("generation of the stream", stream) << BITS | checked("version", version))
            << BITS
        | checked("generation of the group", group);
  }

  /** The lowest generation of states of the same stream, in which positions are the same. */
  static long firstOfStream(long generation) {
    return (generation >> (2 * BITS)) << (2 * BITS);
  }

  private static long checked(String name, int part) {
    if (part < 1 || part > MAX) {
      throw new IllegalArgumentException(
          "%s: %d (expected: from 1 to %d)".formatted(name, part, MAX));
    }
    return part;
  }
}
