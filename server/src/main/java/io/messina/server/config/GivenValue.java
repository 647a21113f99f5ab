package io.messina.server.config;

/**
 * What somebody gave for an option.
 *
 * @param text as it was written
 * @param source where it was written
 */
record GivenValue(String text, String source) {}
