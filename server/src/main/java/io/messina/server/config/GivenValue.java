package io.messina.server.config;

/**
 * The given value of an option.
 *
 * @param text as it was written
 * @param source where it was written
 */
record GivenValue(String text, String source) {}
