package io.messina.aggregate.node;

import io.messina.aggregate.Aggregator;
import io.messina.aggregate.Origins;
import io.messina.aggregate.WindowOptions;

/**
 * The work of an aggregate, the same in each process that runs it.
 *
 * @param aggregator adds events to windows
 * @param windows which windows, and for how long
 * @param version from 1; a higher one reads the stream from its oldest event again, into a separate
 *     state
 * @param skipped is told of the events that the aggregator skipped
 * @param origins where events come from
 */
public record AggregateJob(
    Aggregator aggregator,
    WindowOptions windows,
    int version,
    SkippedEvents skipped,
    Origins origins) {

  /**
   * Checks the version.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public AggregateJob {
    if (version < 1) {
      throw new IllegalArgumentException("version: " + version + " (expected: from 1)");
    }
  }

  /**
   * A job on events of producers.
   *
   * @param aggregator adds events to windows
   * @param windows which windows, and for how long
   * @param version from 1
   * @param skipped is told of the events that the aggregator skipped
   */
  public AggregateJob(
      Aggregator aggregator, WindowOptions windows, int version, SkippedEvents skipped) {
    this(aggregator, windows, version, skipped, Origins.OWN);
  }

  /**
   * A job that only counts the events that it skips.
   *
   * @param aggregator adds events to windows
   * @param windows which windows, and for how long
   * @param version from 1
   */
  public AggregateJob(Aggregator aggregator, WindowOptions windows, int version) {
    this(aggregator, windows, version, SkippedEvents.COUNTED);
  }
}
