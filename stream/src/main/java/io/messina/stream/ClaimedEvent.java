package io.messina.stream;

/**
 * An event that a group has handed out.
 *
 * @param stored the event
 * @param attempt how often it has been handed out, including this time, from 1; a first lease that
 *     ended without an answer is not counted
 * @param receipt acknowledges, returns or extends it
 * @param redriven whether it was redriven from the dead letters
 * @param suspect whether it may be the event that makes its workers crash, because its last leases
 *     ended without an answer: the process should handle no other event of the group with it
 */
public record ClaimedEvent(
    StoredEvent stored, int attempt, ClaimAddress receipt, boolean redriven, boolean suspect) {}
