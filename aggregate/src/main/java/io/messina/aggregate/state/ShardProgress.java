package io.messina.aggregate.state;

import java.nio.ByteBuffer;

/**
 * The progress of a shard, and the facts that follow from the events that were read:
 *
 * <pre>
 *   | version 1 | next | watermark | kept from | added | late | ahead | skipped | gaps |
 *     number of spans, 2 bytes | spans: from, to | sources, if any
 *                                                           each 8 bytes where nothing else is said
 * </pre>
 *
 * @param next the first position that was not read yet, packed
 * @param watermarkMillis the latest time of an event; where events were sent on from other shards,
 *     the latest time that all of these had reached
 * @param keptFromMillis windows that begin earlier are gone
 * @param counters of events
 * @param gaps where events were dropped before they were read
 * @param sources the progress of the shards that events were sent on from
 */
public record ShardProgress(
    long next,
    long watermarkMillis,
    long keptFromMillis,
    Counters counters,
    Gaps gaps,
    SourceTimes sources) {

  /** Before the first event. */
  public static final ShardProgress NONE =
      new ShardProgress(0, Long.MIN_VALUE, Long.MIN_VALUE, new Counters(0, 0, 0, 0));

  private static final byte VERSION = 1;
  private static final int LENGTH = 1 + 7 * Long.BYTES;

  /**
   * Progress without gaps, of events that were not sent on.
   *
   * @param next the first position that was not read yet, packed
   * @param watermarkMillis the latest time of an event
   * @param keptFromMillis windows that begin earlier are gone
   */
  public ShardProgress(long next, long watermarkMillis, long keptFromMillis, Counters counters) {
    this(next, watermarkMillis, keptFromMillis, counters, Gaps.NONE, SourceTimes.NONE);
  }

  /**
   * Events, since the first one.
   *
   * @param added to at least one window
   * @param late for all of their windows
   * @param ahead of the time at which they were appended
   * @param skipped as they had nothing for the aggregate, or something was thrown on them
   */
  public record Counters(long added, long late, long ahead, long skipped) {}

  /** Whether an event was read yet. */
  public boolean hasEvents() {
    return watermarkMillis != Long.MIN_VALUE;
  }

  /** As it is stored, and sent to other nodes. */
  public byte[] encode() {
    ByteBuffer to =
        ByteBuffer.allocate(LENGTH + gaps.length() + sources.length())
            .put(VERSION)
            .putLong(next)
            .putLong(watermarkMillis)
            .putLong(keptFromMillis)
            .putLong(counters.added())
            .putLong(counters.late())
            .putLong(counters.ahead())
            .putLong(counters.skipped());
    gaps.encode(to);
    sources.encode(to);
    return to.array();
  }

  /**
   * Reads the bytes of {@link #encode}.
   *
   * @throws NewerStateException if a later version wrote them
   * @throws RuntimeException if they are others
   */
  public static ShardProgress decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    if (bytes.length > 0 && bytes[0] > VERSION) {
      throw new NewerStateException(bytes[0], VERSION);
    }
    if (bytes.length < LENGTH || from.get() != VERSION) {
      throw new IllegalArgumentException(
          "progress: %d bytes of another form".formatted(bytes.length));
    }
    return new ShardProgress(
        from.getLong(),
        from.getLong(),
        from.getLong(),
        new Counters(from.getLong(), from.getLong(), from.getLong(), from.getLong()),
        Gaps.decode(from),
        SourceTimes.decode(from));
  }
}
