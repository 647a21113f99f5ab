package io.messina.stream.record;

/**
 * A complete batch, by its checksum, in a layout that this version of Messina does not know.
 * Nothing is lost: a reader stops before it rather than skipping its events.
 *
 * @param version the version of the layout, above {@link RecordBatchCodec#VERSION}
 */
public record NewerBatch(int version) implements DecodedBatch {}
