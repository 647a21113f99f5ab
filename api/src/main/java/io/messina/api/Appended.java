package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * What became of an append.
 *
 * @param accepted how many events are stored by it, or had been by its repeat
 * @param duplicates how many of them had been stored before
 * @param unchecked how many of those are only taken to be there, as the number of their batch is
 *     more than 64 below the highest that a shard has of its source
 * @param ids of the events in their order; empty if one is only known to be there, as in repeats of
 *     numbered batches
 * @param refused the lines that are no events, if the others were appended
 */
public record Appended(
    int accepted,
    int duplicates,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int unchecked,
    List<Optional<EventId>> ids,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RefusedLine> refused) {}
