package io.messina.stream;

/**
 * One shard of a stream.
 *
 * @param stream the stream
 * @param number from 0 to the number of shards, exclusive
 */
public record ShardId(StreamId stream, int number) {

  /** The most shards that a stream may have. */
  public static final int NUMBER_MAX = 4096;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is negative, or 4096 or more
   */
  public ShardId {
    checkNumber(number);
  }

  static void checkNumber(int number) {
    if (number < 0 || number >= NUMBER_MAX) {
      throw new IllegalArgumentException(
          "shard: " + number + " (expected: from 0 to " + (NUMBER_MAX - 1) + ")");
    }
  }

  /** Such as {@code edits~1/7}. */
  @Override
  public String toString() {
    return stream + "/" + number;
  }
}
