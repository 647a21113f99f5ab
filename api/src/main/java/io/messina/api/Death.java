package io.messina.api;

import java.time.Instant;
import java.util.List;

/**
 * What a dead letter says beside its event.
 *
 * @param cause why the group gave the event up
 * @param attempts how often it was handed out
 * @param errors of the attempts
 * @param died when the group gave it up
 */
public record Death(DeathCause cause, int attempts, List<AttemptError> errors, Instant died) {}
