package io.messina.stream;

/**
 * An event that a group has handed out.
 *
 * @param stored the event
 * @param attempt how often it has been handed out, this time included, from 1
 * @param receipt what acknowledges, returns or extends it
 */
public record ClaimedEvent(StoredEvent stored, int attempt, Receipt receipt) {}
