package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Result of an append.
 *
 * @param accepted events that it stored, or that an earlier try had stored
 * @param duplicates accepted events that had been stored before
 * @param unchecked duplicates that are only assumed to exist, because the number of their batch is
 *     more than 64 below the highest of its source in a shard
 * @param ids of the events in their order; empty for an event that is only known to exist, as in
 *     repeats of numbered batches
 * @param refused lines that are not events, if the others were appended
 */
public record Appended(
    int accepted,
    int duplicates,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unchecked,
    List<Optional<EventId>> ids,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RefusedLine> refused) {}
