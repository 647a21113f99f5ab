package io.messina.client.group;

import io.messina.api.AttemptError;
import io.messina.api.DeathCause;
import io.messina.client.event.Event;
import java.time.Instant;
import java.util.List;

/**
 * An event that a group could not process.
 *
 * @param event the event
 * @param cause why
 * @param attempts how many there were
 * @param errors of the attempts
 * @param died when
 */
public record DeadLetter(
    Event event, DeathCause cause, int attempts, List<AttemptError> errors, Instant died) {}
