package io.messina.api;

/**
 * Why an attempt failed.
 *
 * @param attempt its number, from 1
 * @param error what the worker said, or that its lease ran out
 */
public record AttemptError(int attempt, String error) {}
