package io.messina.stream;

/**
 * An event that a group has handed out.
 *
 * @param stored the event
 * @param attempt how often it has been handed out, this time included, from 1; a first time that
 *     ended in silence is not counted
 * @param receipt what acknowledges, returns or extends it
 * @param suspect whether it may be what ends its workers, as its last leases ended in silence: to
 *     be handled with nothing else of the group in the process
 */
public record ClaimedEvent(StoredEvent stored, int attempt, Receipt receipt, boolean suspect) {}
