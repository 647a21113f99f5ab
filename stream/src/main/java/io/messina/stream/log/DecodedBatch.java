package io.messina.stream.log;

/** The value of a row of a log: events, or why they cannot be read. */
public sealed interface DecodedBatch
    permits RecordBatch, DecodedBatch.DamagedBatch, DecodedBatch.NewerBatch {

  /**
   * Bytes that no version of Messina has written. The batch is lost; readers skip its positions.
   *
   * @param reason such as {@code checksum: 0x01020304 (expected: 0x05060708)}
   */
  record DamagedBatch(String reason) implements DecodedBatch {}

  /**
   * A complete batch, by its checksum, in a layout that this version of Messina does not know.
   * Nothing is lost: a reader stops before it rather than skipping its events.
   *
   * @param version the version of the layout, above those that are read
   */
  record NewerBatch(int version) implements DecodedBatch {}
}
