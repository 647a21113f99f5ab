package io.messina.client.stream;

import io.messina.api.Position;
import io.messina.client.event.Event;
import java.util.List;

/**
 * Events of a shard in their order.
 *
 * @param events as many as were asked for, or fewer at the end of the shard
 * @param next where to read on
 */
public record ReadEvents(List<Event> events, Position next) {}
