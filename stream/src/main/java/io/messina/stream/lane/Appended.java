package io.messina.stream.lane;

import io.messina.api.Position;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the events of an append stand. They are durable, and may be acknowledged.
 *
 * @param runs one or more, in the order of the events; between two runs others may have appended
 */
public record Appended(List<AppendedRun> runs) {

  /** Runs that nobody can change. */
  public Appended {
    runs = List.copyOf(runs);
  }

  /**
   * A position for each event.
   *
   * @return in the order of the events
   */
  public List<Position> positions() {
    return runs.stream()
        .flatMap(
            run ->
                IntStream.range(0, run.count())
                    .mapToObj(i -> new Position(run.first().epoch(), run.first().sequence() + i)))
        .toList();
  }
}
