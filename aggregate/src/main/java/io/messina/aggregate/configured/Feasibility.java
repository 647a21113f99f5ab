package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.api.aggregate.AggregateKind;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.MemberForm;
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
   * @throws io.messina.runtime.RequestException.NotFound if a stream is not there
   * @throws RequestException.Refused if this server does not have its kind, or members would have
   *     to move between shards
   */
  void check(AggregateOptions options) {
    Optional<String> key = site.streams().stream(options.stream()).definition().options().key();
    checkPlace(options, key);
    options.fields().deadLetters().ifPresent(stream -> site.streams().stream(stream).definition());
    var _ = site.aggregators().of(options, new EventFields(options.fields()));
  }

  /** Counts of shards are added, so a member of a group must always be on the same one. */
  private static void checkPlace(AggregateOptions options, Optional<String> key) {
    boolean needsPlace =
        options.kind() == AggregateKind.UNIQUE
            && options.form().members() != MemberForm.INTEGERS
            && options.form().rekey().orElse(true);
    boolean isInPlace =
        key.isPresent()
            && (options.fields().of().equals(key)
                || options.fields().groupBy().contains(key.get()));
    if (needsPlace && !isInPlace) {
      throw new RequestException.Refused(
          RequestException.Refused.Reason.UNFIT,
          "of: %s (expected: the key of the stream, %s, here or in group_by; or members integers,"
                  .formatted(options.fields().of().orElse(""), key.orElse("which has none"))
              + " approx_unique, or rekey false if each member is on one shard anyway)");
    }
  }
}
