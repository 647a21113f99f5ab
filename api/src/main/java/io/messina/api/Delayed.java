package io.messina.api;

import java.util.List;
import java.util.Optional;

/**
 * Result of scheduling events.
 *
 * @param accepted events that wait until they are due
 * @param duplicates accepted events that had been scheduled before
 * @param ids ids to cancel them, in their order; empty for an event that is only known to exist
 */
public record Delayed(int accepted, int duplicates, List<Optional<ScheduleId>> ids) {}
