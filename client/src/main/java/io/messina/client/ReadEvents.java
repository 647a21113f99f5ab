package io.messina.client;

import io.messina.api.Position;
import java.util.List;

/**
 * Events of a shard in their order.
 *
 * @param events as many as were asked for, or fewer at the end of the shard
 * @param next where to read on
 */
public record ReadEvents(List<Event> events, Position next) {}
