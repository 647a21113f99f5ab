package io.messina.client.stream;

import io.messina.api.EventProgress;
import io.messina.api.GroupName;
import io.messina.client.event.Event;
import java.util.Map;

/**
 * An event, and how far the groups of its stream are with it.
 *
 * @param event the event
 * @param groups by name
 */
public record EventReport(Event event, Map<GroupName, EventProgress> groups) {}
