package io.messina.stream.ownership;

import io.messina.store.Fence;
import java.time.Instant;

/**
 * The process that took a cluster lease last.
 *
 * @param fence its last beat
 * @param datacenter the data centre that the cluster lives in
 * @param released whether it has let go of the cluster lease
 * @param process who it is, for people
 * @param since when it took the cluster lease, by its own clock
 */
public record ClusterLeaseHolder(
    Fence fence, String datacenter, boolean released, String process, Instant since) {}
