package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Who owns a shard.
 *
 * @param stream whose shard it is
 * @param shard its number
 * @param owner the name of the node; empty if there is none
 * @param epoch grows with each owner, from 1; 0 if there was none yet
 * @param location nodes, with cores, of the database that hold its state; empty if unknown
 */
public record ClusterShard(
    StreamName stream,
    int shard,
    Optional<String> owner,
    long epoch,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> location) {}
