package io.messina.stream;

/**
 * The batch of a producer that numbers its batches. A shard keeps the highest number of each source
 * and which of the 64 below it are there, and appends nothing of a batch that is there or further
 * below. So a producer may send batch <i>n</i> only once batch <i>n</i> - 64 and those before it
 * are acknowledged.
 *
 * @param source what the producer calls itself: 1 to 256 characters, encodable as UTF-8
 * @param number from 0, growing from batch to batch
 */
public record SourceBatch(String source, long number) {

  /** The longest name of a source, in characters. */
  public static final int SOURCE_CHARS_MAX = 256;

  /**
   * A checked batch.
   *
   * @throws IllegalArgumentException where the source is empty, too long or not encodable, or the
   *     number negative
   */
  public SourceBatch {
    Texts.check("source", source, SOURCE_CHARS_MAX);
    if (number < 0) {
      throw new IllegalArgumentException("batch: " + number + " (expected: from 0)");
    }
  }
}
