package io.messina.api;

/**
 * A batch of a producer that names itself and numbers its batches: once acknowledged and sent
 * again, also with other content, it changes nothing. A shard keeps the highest number of each
 * source and which of the 64 below it are there, and appends nothing of a batch that is there or
 * further below. So batch <i>n</i> may be sent only once batch <i>n</i> - 64 and those before it
 * are acknowledged.
 *
 * @param source what the producer calls itself: 1 to 256 characters, encodable as UTF-8; in
 *     requests visible ones of ASCII
 * @param number from 0, growing from batch to batch
 */
public record SourceBatch(String source, long number) {

  /** The longest name of a source, in characters. */
  public static final int SOURCE_CHARS_MAX = 256;

  /**
   * A checked batch.
   *
   * @throws IllegalArgumentException if the source is empty, too long or not encodable, or the
   *     number negative
   */
  public SourceBatch {
    Checks.text("source", source, SOURCE_CHARS_MAX);
    Checks.utf8("source", source);
    Checks.that(number >= 0, "batch", number, "from 0");
  }
}
