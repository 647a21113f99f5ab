package io.messina.client;

import java.util.Map;

/**
 * A group, and how far it is.
 *
 * @param definition the group
 * @param shards by number
 * @param lag how many events are not done
 * @param inFlight how many are out at workers
 * @param dead how many are dead letters
 */
public record GroupStatus(
    GroupDefinition definition,
    Map<Integer, ShardProgress> shards,
    long lag,
    long inFlight,
    long dead) {}
