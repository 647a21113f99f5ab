package io.messina.cli.load;

/**
 * How events of several sources are gathered and sent.
 *
 * @param sources how many there are; part of how batches are cut, so it never changes for a name
 * @param parallel how many requests are under way at most; at most one for each source
 * @param batchEvents a batch has at most so many events
 */
public record Sending(int sources, int parallel, int batchEvents) {

  /** For each file, so that it may be loaded on with another number of requests at a time. */
  static final int SOURCES_MAX = 8;

  /**
   * A batch has at most so many bytes, or one event: numbered, it must fit one row of a shard, with
   * keys that are as large as the payloads.
   */
  static final int BATCH_BYTES = 128 << 10;

  /** What is kept of an event beside its payload, its key and its source. */
  private static final int EVENT_BYTES = 64;

  private static final int CHAR_BYTES_MAX = 3;

  /**
   * As all files are sent: by as many sources as there are batches, at most eight, since a stream
   * remembers only so many sources.
   *
   * @param records how many events there are; negative for unknown
   * @param parallel from 1 to 8
   * @param batchEvents from 1
   * @return the same sources and batches for the same records, whatever is parallel
   */
  public static Sending of(long records, int parallel, int batchEvents) {
    long batches = records < 0 ? SOURCES_MAX : Math.ceilDiv(records, (long) batchEvents);
    return new Sending((int) Math.clamp(batches, 1L, SOURCES_MAX), parallel, batchEvents);
  }

  /** How much of a batch an event takes, but for its key. */
  static long bytesAtMost(Entry entry, String source) {
    return entry.payload().length() + (long) CHAR_BYTES_MAX * source.length() + EVENT_BYTES;
  }
}
