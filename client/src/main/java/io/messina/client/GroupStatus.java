package io.messina.client;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A group, and how far it is.
 *
 * @param definition the group
 * @param shards by number
 * @param missing shards whose owners did not answer, of which nothing is known
 * @param lag how many events are not done; empty where shards are missing
 * @param inFlight how many are out at workers
 * @param dead how many are dead letters; empty where shards are missing
 */
public record GroupStatus(
    GroupDefinition definition,
    Map<Integer, ShardProgress> shards,
    List<Integer> missing,
    OptionalLong lag,
    long inFlight,
    OptionalLong dead) {}
