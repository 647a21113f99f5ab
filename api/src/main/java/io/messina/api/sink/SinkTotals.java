package io.messina.api.sink;

import io.messina.api.Field;

/** Totals of a sink on a node since it began on it. */
public record SinkTotals(
    @Field("events accepted with a status 2xx") long posted,
    @Field("requests accepted with a status 2xx") long batches,
    @Field("requests that failed") long failures,
    @Field("events that became dead letters") long deadLetters) {

  /** Nothing. */
  public static final SinkTotals NONE = new SinkTotals(0, 0, 0, 0);
}
