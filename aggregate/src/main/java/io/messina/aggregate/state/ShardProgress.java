package io.messina.aggregate.state;

import java.nio.ByteBuffer;

/**
 * How far a shard has been read, and what follows from what was read.
 *
 * @param next the first position that was not read yet, packed
 * @param watermarkMillis the latest time of an event
 * @param keptFromMillis windows that begin earlier are gone
 * @param counters of events
 */
public record ShardProgress(
    long next, long watermarkMillis, long keptFromMillis, Counters counters) {

  /** Before the first event. */
  public static final ShardProgress NONE =
      new ShardProgress(0, Long.MIN_VALUE, Long.MIN_VALUE, new Counters(0, 0, 0, 0));

  private static final byte VERSION = 1;
  private static final int LENGTH = 1 + 7 * Long.BYTES;

  /**
   * Events, since the first one.
   *
   * @param added to at least one window
   * @param late for all of their windows
   * @param ahead of the time at which they were appended
   * @param skipped as they had nothing for the aggregate
   */
  public record Counters(long added, long late, long ahead, long skipped) {}

  byte[] encode() {
    return ByteBuffer.allocate(LENGTH)
        .put(VERSION)
        .putLong(next)
        .putLong(watermarkMillis)
        .putLong(keptFromMillis)
        .putLong(counters.added())
        .putLong(counters.late())
        .putLong(counters.ahead())
        .putLong(counters.skipped())
        .array();
  }

  static ShardProgress decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (bytes.length != LENGTH || from.get() != VERSION) {
      throw new IllegalArgumentException(
          "progress: %d bytes of another form".formatted(bytes.length));
    }
    return new ShardProgress(
        from.getLong(),
        from.getLong(),
        from.getLong(),
        new Counters(from.getLong(), from.getLong(), from.getLong(), from.getLong()));
  }
}
