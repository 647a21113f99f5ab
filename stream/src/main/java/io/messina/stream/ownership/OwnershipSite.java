package io.messina.stream.ownership;

import io.messina.runtime.Context;
import io.messina.runtime.Site;
import io.messina.store.HybridClock;

/**
 * Where an {@link Ownership} works.
 *
 * @param context has the store, with the tables {@link MemberTable#MEMBERS} and {@link
 *     ShardTable#SHARDS}
 * @param clock the process's write timestamps, for the table of members
 * @param cluster the name of the cluster
 * @param address where others reach the process; unique in the cluster
 */
public record OwnershipSite(Context context, HybridClock clock, String cluster, String address)
    implements Site {}
