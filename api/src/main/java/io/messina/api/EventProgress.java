package io.messina.api;

import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a group with an event.
 *
 * @param state the state
 * @param worker worker that has it, or had it last
 * @param leaseUntil end of the lease
 * @param attempt times it was handed out, from 0
 * @param error of the last attempt
 */
public record EventProgress(
    EventState state,
    Optional<String> worker,
    Optional<Instant> leaseUntil,
    int attempt,
    Optional<String> error) {}
