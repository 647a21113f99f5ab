package io.messina.stream.log;

import io.messina.api.Position;

/**
 * Adjacent events of an append, which are durable and may be acknowledged: event {@code i} of the
 * run has the first's position plus {@code i} and its append time plus {@code i} microseconds.
 * Between two runs of an append there may be events of others.
 *
 * @param first the position of the first
 * @param segment that contains them
 * @param count how many, from 1
 * @param firstAppendMicros when the first was appended, in microseconds since 1970
 */
public record AppendedRun(Position first, int segment, int count, long firstAppendMicros) {}
