package io.messina.stream.node;

import io.messina.runtime.Context;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;

/**
 * The surroundings of a node.
 *
 * @param context time, store and threads of the process; the store outlives the node, which does
 *     not close it
 * @param peers the connections to the other nodes
 * @param cluster the name of the cluster
 * @param address where others reach the node; unique in the cluster
 * @param ownership how nodes detect which owners are alive
 * @param limits the node's bounds
 */
public record NodeSite(
    Context context,
    Peers peers,
    String cluster,
    String address,
    OwnershipOptions ownership,
    NodeLimits limits) {}
