package io.messina.stream.record;

/**
 * Bytes that no version of Messina has written. The batch is lost: it is set aside with its place,
 * and the shard goes on.
 *
 * @param reason what is wrong with them, as in {@code checksum: 0x01020304 (expected: 0x05060708)}
 */
public record DamagedBatch(String reason) implements DecodedBatch {}
