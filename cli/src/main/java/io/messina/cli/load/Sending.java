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
  static final int SOURCES = 8;

  /** A batch has at most so many bytes, or one event: numbered, it must fit one row of a shard. */
  static final int BATCH_BYTES = 128 << 10;

  /**
   * As all files are sent.
   *
   * @param parallel from 1 to 8
   * @param batchEvents from 1
   * @return by eight sources
   */
  public static Sending ofFile(int parallel, int batchEvents) {
    return new Sending(SOURCES, parallel, batchEvents);
  }
}
