package io.messina.stream;

import io.messina.api.Checks;

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
    Checks.between("shard", number, 0, NUMBER_MAX - 1);
  }

  /** Such as {@code edits~1/7}. */
  @Override
  public String toString() {
    return stream + "/" + number;
  }
}
