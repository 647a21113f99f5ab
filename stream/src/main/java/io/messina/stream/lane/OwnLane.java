package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.function.Supplier;

/**
 * The lane that a shard's owner itself appends to, the only uncut one that anybody reads.
 *
 * @param lane the lane
 * @param shownTo the position behind the last event that may be shown
 * @param tail its newest batches
 */
public record OwnLane(LaneId lane, Supplier<Position> shownTo, TailCache tail) {}
