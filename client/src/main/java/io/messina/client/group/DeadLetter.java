package io.messina.client.group;

import io.messina.api.Death;
import io.messina.client.event.Event;

/**
 * An event that a group could not process.
 *
 * @param event the event
 * @param death why and when the group gave it up
 */
public record DeadLetter(Event event, Death death) {}
