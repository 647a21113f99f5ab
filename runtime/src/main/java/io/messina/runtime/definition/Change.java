package io.messina.runtime.definition;

import java.util.Optional;

/**
 * The change that a request decides on, given the definitions of a kind at some moment.
 *
 * @param put the definition to write, or empty if there is nothing to do
 * @param kept another definition that the same write stores under another name
 * @param removed names whose rows the same write deletes; never the name of {@code put}
 * @param answer to the request, once the change is done
 * @param <T> the type of the answer
 */
public record Change<T>(
    Optional<Definition> put, Optional<Definition> kept, Optional<NameRange> removed, T answer) {

  /** A change that writes nothing. */
  public static <T> Change<T> none(T answer) {
    return new Change<>(Optional.empty(), Optional.empty(), Optional.empty(), answer);
  }

  /** A change that writes one definition. */
  public static <T> Change<T> of(Definition put, T answer) {
    return new Change<>(Optional.of(put), Optional.empty(), Optional.empty(), answer);
  }

  /** The same change, which deletes the rows of some names as well. */
  public Change<T> removing(NameRange names) {
    return new Change<>(put, kept, Optional.of(names), answer);
  }

  /** Returns the same change, which also stores another definition under another name. */
  public Change<T> keeping(Optional<Definition> other) {
    return new Change<>(put, other, removed, answer);
  }

  Change<T> writtenBy(String request) {
    return new Change<>(
        put.map(definition -> definition.writtenBy(request)), kept, removed, answer);
  }

  /** Whether definitions that were read later show that a request has made this change. */
  boolean isMade(Definitions later, String request) {
    return put.flatMap(definition -> later.find(definition.name()))
        .filter(definition -> definition.requests().contains(request))
        .isPresent();
  }
}
