package io.messina.api.sink;

import io.messina.api.Field;

/**
 * What a sink has done on a node since it began there.
 *
 * @param posted events that were taken
 * @param batches requests that were taken
 * @param failures requests that were not
 * @param deadLetters events that were set aside
 */
public record SinkTotals(
    @Field("events that were taken with a status 2xx") long posted,
    @Field("requests that were") long batches,
    @Field("requests that were not") long failures,
    @Field("events that were set aside") long deadLetters) {

  /** Nothing. */
  public static final SinkTotals NONE = new SinkTotals(0, 0, 0, 0);
}
