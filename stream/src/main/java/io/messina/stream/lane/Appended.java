package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The positions of the events of an append. They are durable, and may be acknowledged.
 *
 * @param runs one or more, in the order of the events; between two runs there may be events of
 *     others
 */
public record Appended(List<AppendedRun> runs) {

  public Appended {
    runs = List.copyOf(runs);
  }

  /** Returns a position for each event, in the order of the events. */
  public List<Position> positions() {
    return runs.stream()
        .flatMap(
            run ->
                IntStream.range(0, run.count())
                    .mapToObj(i -> new Position(run.first().epoch(), run.first().sequence() + i)))
        .toList();
  }
}
