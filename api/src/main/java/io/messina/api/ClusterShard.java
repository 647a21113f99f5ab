package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * The owner of a shard.
 *
 * @param stream stream of the shard
 * @param shard its number
 * @param owner the name of the node; empty if there is no owner
 * @param epoch grows with each owner, from 1; 0 if there was no owner yet
 * @param location nodes, with cores, of the database that hold its state; empty if unknown
 */
public record ClusterShard(
    StreamName stream,
    int shard,
    Optional<String> owner,
    long epoch,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> location) {}
