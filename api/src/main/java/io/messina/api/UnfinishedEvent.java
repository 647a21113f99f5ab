package io.messina.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Optional;

/**
 * An event that a group has not finished.
 *
 * @param id of the event
 * @param shard that has it
 * @param key of the event, if it has one that is text
 * @param appendTime when it was appended
 * @param progress how far the group is with it
 */
public record UnfinishedEvent(
    EventId id,
    int shard,
    Optional<String> key,
    Instant appendTime,
    @JsonUnwrapped EventProgress progress) {}
