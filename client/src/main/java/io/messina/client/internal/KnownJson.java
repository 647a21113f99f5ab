package io.messina.client.internal;

/**
 * JSON that was read as a part of an answer, so that it is well-formed.
 *
 * @param utf8 never changed afterwards
 */
public record KnownJson(byte[] utf8) {}
