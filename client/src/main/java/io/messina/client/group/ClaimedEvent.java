package io.messina.client.group;

import io.messina.api.Receipt;
import io.messina.client.event.Event;
import java.time.Duration;
import java.util.Optional;

/**
 * An event that was handed out.
 *
 * @param event the event
 * @param attempt which attempt this is, from 1
 * @param attemptsLeft how many follow this one if it fails; with 0 the event becomes a dead letter
 * @param receipt by which it is acknowledged, returned or extended
 * @param leaseRemaining how long its lease still ran when the server wrote the answer
 * @param suspect whether its last leases ended without a word, as when an event kills its process:
 *     handle it with nothing else in hand, so that nothing else suffers
 */
public record ClaimedEvent(
    Event event,
    int attempt,
    int attemptsLeft,
    Receipt receipt,
    Optional<Duration> leaseRemaining,
    boolean suspect) {}
