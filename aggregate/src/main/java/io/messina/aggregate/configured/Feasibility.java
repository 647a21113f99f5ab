package io.messina.aggregate.configured;

import io.messina.aggregate.field.EventFields;
import io.messina.api.Checks;
import io.messina.api.StreamName;
import io.messina.api.aggregate.AggregateDefinition;
import io.messina.api.aggregate.AggregateFields;
import io.messina.api.aggregate.AggregateOptions;
import io.messina.api.aggregate.FieldCondition;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Generations;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks whether this server can run a definition.
 *
 * @param site of aggregates
 * @param standing all aggregates
 */
record Feasibility(AggregateSite site, Generations<AggregateDefinition> standing) {

  /**
   * Checks a definition.
   *
   * @return the same one, which says whether members are sent to other shards
   * @throws io.messina.runtime.RequestException.NotFound if a stream does not exist
   * @throws RequestException.Refused if this server does not have its kind, or it has no use for an
   *     option
   */
  AggregateOptions check(String name, AggregateOptions options) {
    checkPointers(options.fields());
    Optional<String> key = site.streams().stream(options.stream()).definition().options().key();
    options.fields().deadLetters().ifPresent(stream -> checkDeadLetters(name, options, stream));
    var _ = site.aggregators().of(options, new EventFields(options.fields()));
    return Rekeying.decided(options, key);
  }

  private static void checkPointers(AggregateFields fields) {
    Stream.of(
            fields.groupBy().stream(),
            fields.of().stream(),
            fields.where().stream().map(FieldCondition::field))
        .flatMap(pointers -> pointers)
        .filter(pointer -> !Checks.isPointer(pointer))
        .findFirst()
        .ifPresent(
            pointer -> {
              throw refused(
                  RequestException.Refused.Reason.OUT_OF_BOUNDS,
                  pointer + " (expected: " + Checks.POINTER_EXPECTED + ")");
            });
  }

  private void checkDeadLetters(String name, AggregateOptions options, StreamName target) {
    if (target.isInternal()) {
      throw refused(
          RequestException.Refused.Reason.RESERVED,
          "dead_letters: %s (expected: one that does not belong to the server itself)"
              .formatted(target));
    }
    var _ = site.streams().stream(target).definition();
    if (isReached(name, target, options.stream())) {
      throw refused(
          RequestException.Refused.Reason.UNFIT,
          "dead_letters: %s (expected: a stream that does not lead back to %s, or they would go round for ever)"
              .formatted(target, options.stream()));
    }
  }

  /** Whether dead letters come from one stream to another, by any other aggregates. */
  private boolean isReached(String name, StreamName from, StreamName to) {
    Set<StreamName> seen = new HashSet<>();
    Deque<StreamName> ahead = new ArrayDeque<>(Set.of(from));
    while (!ahead.isEmpty() && !seen.contains(to)) {
      StreamName at = ahead.pop();
      if (seen.add(at)) {
        standing.living().values().stream()
            .filter(each -> !each.name().value().equals(name))
            .map(AggregateDefinition::options)
            .filter(each -> each.stream().equals(at))
            .flatMap(each -> each.fields().deadLetters().stream())
            .forEach(ahead::push);
      }
    }
    return seen.contains(to);
  }

  private static RequestException.Refused refused(
      RequestException.Refused.Reason reason, String sentence) {
    return new RequestException.Refused(reason, sentence);
  }
}
