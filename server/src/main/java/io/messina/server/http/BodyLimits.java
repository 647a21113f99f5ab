package io.messina.server.http;

/**
 * How large bodies may be.
 *
 * @param bytesMax one body, as it is sent
 * @param decompressedBytesMax one body, once it is decompressed
 * @param allBytesMax all bodies at once
 */
public record BodyLimits(long bytesMax, long decompressedBytesMax, long allBytesMax) {}
