package io.messina.api;

/**
 * A line of a request that the server does not take.
 *
 * @param line its number, from 0
 * @param detail reason, in one sentence
 */
public record RefusedLine(int line, String detail) {}
