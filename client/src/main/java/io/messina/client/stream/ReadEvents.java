package io.messina.client.stream;

import io.messina.api.Position;
import io.messina.client.event.Event;
import java.util.List;

/**
 * Events of a shard in their order.
 *
 * @param events as many as were asked for, or fewer at the end of the shard
 * @param next where to read on
 * @param gaps where stretches end whose events had expired before they were read, or are damaged;
 *     in their order, each before the event that follows it
 * @param generation which creation of the stream they are of, from 1; 0 where the server does not
 *     tell
 */
public record ReadEvents(List<Event> events, Position next, List<Position> gaps, int generation) {}
