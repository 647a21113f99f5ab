package io.messina.cli.load;

/**
 * The limits by which entries of several sources are gathered and sent.
 *
 * @param sources how many there are; part of how batches are cut, so for events it never changes
 *     for a name
 * @param parallel how many requests are under way at most; at most one for each source
 * @param batchEntries a batch has at most so many entries
 * @param batchBytes a batch has at most so many bytes, or one entry
 */
public record Sending(int sources, int parallel, int batchEntries, int batchBytes) {

  /** For each file, so that it may be loaded on with another number of requests at a time. */
  static final int SOURCES_MAX = 8;

  /** A batch for one shard then fits one row, with keys that are as large as the payloads. */
  static final int EVENT_BATCH_BYTES = 128 << 10;

  /**
   * As all files of events are sent: by as many sources as there are batches, at most eight, since
   * a stream remembers only so many sources.
   *
   * @param records how many events there are; negative for unknown
   * @param parallel from 1 to 8
   * @param batchEvents from 1
   * @return the same sources and batches for the same records, for any number of parallel requests
   */
  public static Sending ofEvents(long records, int parallel, int batchEvents) {
    long batches = records < 0 ? SOURCES_MAX : Math.ceilDiv(records, (long) batchEvents);
    int sources = (int) Math.clamp(batches, 1L, SOURCES_MAX);
    return new Sending(sources, parallel, batchEvents, EVENT_BATCH_BYTES);
  }
}
