package io.messina.client;

import java.util.List;
import java.util.Optional;

/**
 * What became of an append.
 *
 * @param accepted how many events are stored by it, or had been by its repeat
 * @param duplicates how many of them had been stored before
 * @param ids of the events in their order; empty where one is only known to be there, as in repeats
 *     of numbered batches
 */
public record Appended(int accepted, int duplicates, List<Optional<EventId>> ids) {}
