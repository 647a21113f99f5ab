package io.messina.client;

import java.util.List;

/**
 * What a group that follows has next in a shard.
 *
 * @param events in their order; empty where there were none in time
 * @param position what to commit once they are done
 */
public record FollowedEvents(List<Event> events, Position position) {}
