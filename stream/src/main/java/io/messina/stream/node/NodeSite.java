package io.messina.stream.node;

import io.messina.runtime.NodeTime;
import io.messina.store.Store;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.peer.Peers;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/**
 * Where a node works, and how it is reached.
 *
 * @param store where everything is kept; it outlives the node, which does not close it
 * @param time the process's time
 * @param random cryptographically strong in production; safe for use by many threads
 * @param threads makes virtual threads
 * @param peers the way to the other nodes
 * @param cluster the name of the cluster
 * @param address where others reach the node; unique in the cluster
 * @param ownership how owners are found to be alive
 * @param limits the node's bounds
 */
public record NodeSite(
    Store store,
    NodeTime time,
    RandomGenerator random,
    ThreadFactory threads,
    Peers peers,
    String cluster,
    String address,
    OwnershipOptions ownership,
    NodeLimits limits) {}
