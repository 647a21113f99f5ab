package io.messina.stream.owner;

import io.messina.stream.StoredEvent;
import io.messina.stream.delivery.DeadLetter;
import java.time.Instant;

/**
 * An event among the dead letters of a group.
 *
 * @param stored the event
 * @param letter its cause and the errors of its attempts
 * @param died when, by its owner's clock
 */
public record DeadEvent(StoredEvent stored, DeadLetter letter, Instant died) {}
