package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.runtime.RequestException;
import java.util.Optional;

/**
 * Whether this server can do what a definition wants.
 *
 * @param site what aggregates work with
 */
record Feasibility(AggregateSite site) {

  /**
   * Checks a definition.
   *
   * @return the same one, which says whether members are sent to shards of their own
   * @throws io.messina.runtime.RequestException.NotFound if a stream is not there
   * @throws RequestException.Refused if this server does not have its kind, or it has no use for an
   *     option
   */
  AggregateOptions check(AggregateOptions options) {
    Optional<String> key = site.streams().stream(options.stream()).definition().options().key();
    options.fields().deadLetters().ifPresent(stream -> site.streams().stream(stream).definition());
    var _ = site.aggregators().of(options, new EventFields(options.fields()));
    return Rekeying.decided(options, key);
  }
}
