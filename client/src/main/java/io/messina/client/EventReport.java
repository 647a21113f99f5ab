package io.messina.client;

import io.messina.api.GroupName;
import java.util.Map;

/**
 * An event, and how far the groups of its stream are with it.
 *
 * @param event the event
 * @param groups by name
 */
public record EventReport(Event event, Map<GroupName, EventProgress> groups) {}
