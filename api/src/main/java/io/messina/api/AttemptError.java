package io.messina.api;

/**
 * Why an attempt failed.
 *
 * @param attempt its number, from 1
 * @param error the error of the worker, or that its lease expired
 */
public record AttemptError(int attempt, String error) {}
