package io.messina.stream.ownership;

import io.messina.runtime.Context;
import io.messina.store.HybridClock;

/**
 * The surroundings of an {@link Ownership}.
 *
 * @param context with a store that has the tables {@link MemberTable#MEMBERS} and {@link
 *     ShardTable#SHARDS}
 * @param clock the process's write timestamps, for the table of members
 * @param cluster the name of the cluster
 * @param address where others reach the process; unique in the cluster
 * @param options how living owners are detected
 * @param shards all shards
 * @param listener serves the owned shards
 * @param news to the other members
 * @param admission of this process, unless it is the only one
 */
public record OwnershipSite(
    Context context,
    HybridClock clock,
    String cluster,
    String address,
    OwnershipOptions options,
    KnownShards shards,
    ShardListener listener,
    MemberNews news,
    Admission admission) {}
