package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.api.aggregate.AggregateOptions;

/**
 * Whether this server can do what a definition wants.
 *
 * @param site what aggregates work with
 */
record Feasibility(AggregateSite site) {

  /**
   * Checks a definition.
   *
   * @throws io.messina.runtime.RequestException.NotFound if a stream is not there
   * @throws io.messina.runtime.RequestException.Refused if this server does not have its kind
   */
  void check(AggregateOptions options) {
    var _ = site.streams().stream(options.stream()).definition();
    options.fields().deadLetters().ifPresent(stream -> site.streams().stream(stream).definition());
    var _ = site.aggregators().of(options, new EventFields(options.fields()));
  }
}
