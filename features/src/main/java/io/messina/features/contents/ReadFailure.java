package io.messina.features.contents;

/**
 * Why one of many reads failed.
 *
 * @param why a sentence
 * @param retryable whether asking again may help; else the log tells more
 */
record ReadFailure(String why, boolean retryable) {}
