package io.messina.api;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a group is with an event.
 *
 * @param state the state
 * @param worker who has it, or had it last
 * @param leaseUntil until when it is that worker's
 * @param attempt how often it was handed out, from 0
 * @param error of the last attempt
 */
public record EventProgress(
    EventState state,
    Optional<String> worker,
    Optional<Instant> leaseUntil,
    int attempt,
    Optional<String> error) {}
