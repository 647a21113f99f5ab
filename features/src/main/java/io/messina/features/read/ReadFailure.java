package io.messina.features.read;

/**
 * Why one of many reads failed.
 *
 * @param why a sentence
 * @param retryable whether asking again may help; else the log tells more
 */
public record ReadFailure(String why, boolean retryable) {}
