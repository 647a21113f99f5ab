package io.messina.stream.owner;

import io.messina.stream.ClaimedEvent;
import java.util.List;

/**
 * What an owner hands out of several shards.
 *
 * @param events those of a shard in their order
 * @param away the numbers of the shards that it does not own, or not in that epoch
 */
public record ClaimedFrom(List<ClaimedEvent> events, List<Integer> away) {}
