package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A group and its progress.
 *
 * @param shards by number
 * @param lag how many events are not done; empty if shards are missing
 * @param missing shards whose owners did not answer, of which nothing is known
 * @param inFlight how many are out at workers
 * @param dead how many are dead letters, counted up to 1,000; empty if shards are missing
 */
public record GroupStatus(
    @JsonUnwrapped GroupDefinition definition,
    Map<Integer, ShardProgress> shards,
    @JsonInclude(JsonInclude.Include.ALWAYS) OptionalLong lag,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Integer> missing,
    long inFlight,
    @JsonInclude(JsonInclude.Include.ALWAYS) OptionalLong dead) {}
