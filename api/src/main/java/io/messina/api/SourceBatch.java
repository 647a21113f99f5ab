package io.messina.api;

/**
 * A numbered batch of a named producer: repeating an acknowledged batch, also with other content,
 * changes nothing. A shard keeps the highest number of each source and which of the 64 below it
 * exist, and appends nothing of an existing batch or of one further below. So batch <i>n</i> may be
 * sent only once batch <i>n</i> - 64 and all before it are acknowledged.
 *
 * @param source name of the producer: 1 to 256 characters, encodable as UTF-8; in requests visible
 *     ones of ASCII
 * @param number from 0, growing from batch to batch
 */
public record SourceBatch(String source, long number) {

  /** The longest name of a source, in characters. */
  public static final int SOURCE_CHARS_MAX = 256;

  public SourceBatch {
    Checks.text("source", source, SOURCE_CHARS_MAX);
    Checks.utf8("source", source);
    Checks.that(number >= 0, "batch", number, "from 0");
  }
}
