package io.messina.stream.ownership;

import io.messina.store.Fence;
import java.time.Instant;

/**
 * Who took the seat of a cluster last.
 *
 * @param fence its last beat
 * @param datacenter the data centre that the cluster lives in
 * @param released whether it has let go of the seat
 * @param process who it is, for people
 * @param since when it took the seat, by its own clock
 */
public record SeatHolder(
    Fence fence, String datacenter, boolean released, String process, Instant since) {}
