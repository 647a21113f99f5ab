package io.messina.client.internal;

/**
 * JSON that was read as a part of an answer, so that it is well-formed.
 *
 * @param utf8 nobody changes it any more
 */
public record KnownJson(byte[] utf8) {}
