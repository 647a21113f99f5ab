package io.messina.stream.node;

import java.util.List;
import java.util.Map;

/**
 * The owners that a claim can ask.
 *
 * @param owners the numbers of their shards by route, this node first
 * @param ownerless the numbers of those that have no owner, as far as is known
 */
record ClaimTargets(Map<Route, List<Integer>> owners, List<Integer> ownerless) {}
