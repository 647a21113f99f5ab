package io.messina.client.group;

import io.messina.api.Position;
import io.messina.client.event.Event;
import java.util.List;
import java.util.Optional;

/**
 * The next events of a shard, for a group that follows.
 *
 * @param events in their order; empty if there were none in time
 * @param next the position to commit once they are done
 * @param run the run of the group in which they were read: a seek or a purge begins the next
 */
public record FollowedEvents(List<Event> events, Position next, Optional<Integer> run) {}
