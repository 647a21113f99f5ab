package io.messina.stream.node;

import java.util.List;
import java.util.Map;

/**
 * The owners from which a claim can take events.
 *
 * @param owners the numbers of their shards by owner, this node first
 * @param ownerless the numbers of the shards that have no known owner
 */
record ClaimTargets(Map<OwnerAddress, List<Integer>> owners, List<Integer> ownerless) {}
