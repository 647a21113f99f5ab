package io.messina.api;

import java.time.Instant;
import java.util.Optional;

/**
 * The progress of a group with an event.
 *
 * @param state the state
 * @param worker worker that has it
 * @param since when the worker got it or last extended its lease, or when the shard has got another
 *     owner after that
 * @param leaseUntil end of the lease
 * @param retryAt when it is handed out again, if it waits for that
 * @param attempt times it was handed out, from 0
 * @param error of the last attempt
 */
public record EventProgress(
    EventState state,
    Optional<String> worker,
    Optional<Instant> since,
    Optional<Instant> leaseUntil,
    Optional<Instant> retryAt,
    int attempt,
    Optional<String> error) {}
