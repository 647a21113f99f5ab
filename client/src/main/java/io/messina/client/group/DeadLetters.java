package io.messina.client.group;

import io.messina.api.EventId;
import java.util.List;
import java.util.Optional;

/**
 * A page of dead letters.
 *
 * @param deadLetters oldest first
 * @param next where the next page begins; empty at the end
 */
public record DeadLetters(List<DeadLetter> deadLetters, Optional<EventId> next) {}
