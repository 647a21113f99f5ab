package io.messina.stream.record;

/**
 * Bytes that no version of Messina has written. The batch is lost; readers skip its positions.
 *
 * @param reason such as {@code checksum: 0x01020304 (expected: 0x05060708)}
 */
public record DamagedBatch(String reason) implements DecodedBatch {}
