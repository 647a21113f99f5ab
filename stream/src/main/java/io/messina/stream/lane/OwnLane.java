package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.function.Supplier;

/**
 * The lane to which a shard's owner itself appends, the only one that is read without a cut.
 *
 * @param lane the lane
 * @param shownTo its high watermark: the position after the last event that may be shown
 * @param tail its newest batches
 */
public record OwnLane(LaneId lane, Supplier<Position> shownTo, TailCache tail) {}
