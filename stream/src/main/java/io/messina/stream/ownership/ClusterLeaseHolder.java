package io.messina.stream.ownership;

import io.messina.store.Fence;
import java.time.Instant;

/**
 * The last holder of a cluster lease.
 *
 * @param fence its last beat
 * @param datacenter of the cluster
 * @param released whether it has released the cluster lease
 * @param process a description for people
 * @param since when it took the cluster lease, by its own clock
 */
public record ClusterLeaseHolder(
    Fence fence, String datacenter, boolean released, String process, Instant since) {}
