package io.messina.stream.owner;

import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import java.util.List;

/**
 * One outcome of some events of a shard.
 *
 * @param shard that handed them out
 * @param outcome the same for all
 * @param claims one at least
 */
public record ShardOutcome(ShardEpoch shard, Outcome outcome, List<ClaimId> claims) {}
