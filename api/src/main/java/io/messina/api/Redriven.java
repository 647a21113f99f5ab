package io.messina.api;

/**
 * Progress of a redrive.
 *
 * @param redriven dead letters that were handed out again
 */
public record Redriven(int redriven) {}
