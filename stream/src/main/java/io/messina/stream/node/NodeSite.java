package io.messina.stream.node;

import io.messina.runtime.Context;
import io.messina.runtime.Site;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.peer.Peers;

/**
 * Where a node works, and how it is reached.
 *
 * @param context what the process works with; its store outlives the node, which does not close it
 * @param peers the way to the other nodes
 * @param cluster the name of the cluster
 * @param address where others reach the node; unique in the cluster
 * @param ownership how owners are found to be alive
 * @param limits the node's bounds
 */
public record NodeSite(
    Context context,
    Peers peers,
    String cluster,
    String address,
    OwnershipOptions ownership,
    NodeLimits limits)
    implements Site {}
