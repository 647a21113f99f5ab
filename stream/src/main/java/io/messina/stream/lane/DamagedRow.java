package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * A row that cannot be read. Readers skip it.
 *
 * @param first the position of its first event, from its key
 * @param end where the next row begins; in the last row of a lane this may be too low
 * @param segment that contains it
 * @param reason why it cannot be read
 */
public record DamagedRow(Position first, Position end, int segment, String reason)
    implements LogItem {}
