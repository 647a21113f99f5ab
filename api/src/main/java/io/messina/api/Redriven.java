package io.messina.api;

/**
 * How far a redrive has come.
 *
 * @param redriven how many dead letters were handed out again
 */
public record Redriven(int redriven) {}
