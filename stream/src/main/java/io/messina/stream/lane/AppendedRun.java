package io.messina.stream.lane;

import io.messina.api.Position;

/**
 * Adjacent events of an append: event {@code i} of the run has the first's position plus {@code i}
 * and its append time plus {@code i} microseconds.
 *
 * @param first the position of the first
 * @param segment that contains them
 * @param count how many, from 1
 * @param firstAppendMicros when the first was appended, in microseconds since 1970
 */
public record AppendedRun(Position first, int segment, int count, long firstAppendMicros) {}
