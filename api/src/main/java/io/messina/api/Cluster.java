package io.messina.api;

import java.util.List;

/**
 * The owners of all shards.
 *
 * @param nodes that own any, by name
 * @param shards of all streams
 */
public record Cluster(List<String> nodes, List<ClusterShard> shards) {}
