package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * A row that cannot be read. It is set aside, and the log goes on behind it.
 *
 * @param first the position of its first event, which its key tells
 * @param end where the next row begins; in the last row of a lane perhaps less than what it held
 * @param segment the segment that holds it
 * @param reason what is wrong with it
 */
public record DamagedRow(Position first, Position end, int segment, String reason)
    implements LogItem {}
