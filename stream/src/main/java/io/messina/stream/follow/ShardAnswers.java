package io.messina.stream.follow;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The answers of shards to one question, from their owners.
 *
 * @param answers by the numbers of the shards
 * @param missing the shards that were asked and have not answered
 * @param <A> an answer
 */
public record ShardAnswers<A>(SortedMap<Integer, A> answers, SortedSet<Integer> missing) {

  /** Takes unmodifiable copies. */
  public ShardAnswers {
    answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
    missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
  }

  /** Returns the sum of a number of each answer. */
  public long sum(ToLongFunction<A> number) {
    return answers.values().stream().mapToLong(number).sum();
  }

  /** Returns the first sentence, and its shard, for people. */
  public Optional<String> first(Function<A, Optional<String>> sentence) {
    return answers.entrySet().stream()
        .flatMap(
            each ->
                sentence
                    .apply(each.getValue())
                    .map(words -> "shard " + each.getKey() + ": " + words)
                    .stream())
        .findFirst();
  }
}
