package io.messina.api;

import java.util.List;
import java.util.Optional;

/**
 * What became of delayed events.
 *
 * @param accepted how many wait until they are due
 * @param duplicates how many of them had been given before
 * @param ids by which they can be cancelled, in their order; empty if one is only known to be there
 */
public record Delayed(int accepted, int duplicates, List<Optional<ScheduleId>> ids) {}
