package io.messina.client;

/**
 * Why an attempt failed.
 *
 * @param attempt which, from 1
 * @param error what the worker said
 */
public record AttemptError(int attempt, String error) {}
