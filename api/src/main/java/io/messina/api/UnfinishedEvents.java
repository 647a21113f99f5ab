package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Events that a group has not finished.
 *
 * @param events those that workers have first, the longest held of them first; then the others by
 *     shard and position
 * @param missing shards whose owners did not answer
 */
public record UnfinishedEvents(
    List<UnfinishedEvent> events,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> missing) {}
