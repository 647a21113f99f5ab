package io.messina.stream.ownership;

import io.messina.api.MemberState;
import java.time.Duration;
import java.util.Set;

/**
 * A member of a cluster, as another one or itself sees it.
 *
 * @param id of this incarnation
 * @param state by its beats
 * @param takesShards whether it owns shards at all
 * @param declined names of shards that it cannot serve, as {@link io.messina.stream.ShardId} writes
 *     them
 * @param newestFormat the newest level of formats that it knows
 * @param silent since a beat of it was last seen, or since the first look if none was
 */
public record SeenMember(
    NodeId id,
    MemberState state,
    boolean takesShards,
    Set<String> declined,
    int newestFormat,
    Duration silent) {}
