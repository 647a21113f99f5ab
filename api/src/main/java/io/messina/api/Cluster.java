package io.messina.api;

import java.util.List;

/** The nodes of a cluster, and the owners of all shards. */
public record Cluster(
    @Field(
            "number of the formats in which all nodes write; behind the newest_format of nodes"
                + " while an upgrade is not finished")
        int format,
    @Field("nodes by their addresses; those that died a moment ago, too") List<ClusterMember> nodes,
    @Field("shards of all streams") List<ClusterShard> shards) {}
