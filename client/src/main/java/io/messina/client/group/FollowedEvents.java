package io.messina.client.group;

import io.messina.api.Position;
import io.messina.client.event.Event;
import java.util.List;
import java.util.Optional;

/**
 * What a group that follows has next in a shard.
 *
 * @param events in their order; empty if there were none in time
 * @param next what to commit once they are done
 * @param run the run of the group in which they were read: a seek or a purge begins the next
 */
public record FollowedEvents(List<Event> events, Position next, Optional<Integer> run) {}
