package io.messina.stream.log;

import io.messina.api.Position;
import java.util.List;

/**
 * The positions of the events of an append. They are durable, and may be acknowledged.
 *
 * @param runs one or more, in the order of the events; between two runs there may be events of
 *     others
 */
public record LaneAppended(List<AppendedRun> runs) {

  public LaneAppended {
    runs = List.copyOf(runs);
  }

  /**
   * Adjacent events of an append: event {@code i} of the run has the first's position plus {@code
   * i} and its append time plus {@code i} microseconds.
   *
   * @param first the position of the first
   * @param segment that contains them
   * @param count how many, from 1
   * @param firstAppendMicros when the first was appended, in microseconds since 1970
   */
  public record AppendedRun(Position first, int segment, int count, long firstAppendMicros) {}
}
