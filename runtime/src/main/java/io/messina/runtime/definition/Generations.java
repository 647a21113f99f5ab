package io.messina.runtime.definition;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All definitions of a kind at one moment. Immutable.
 *
 * @param living by name
 * @param numbers the generation of each living one, by name
 * @param gone the last generation of each deleted one, by name
 * @param unreadable the names of definitions that this version of Messina cannot read
 * @param <D> a definition that is not deleted
 */
public record Generations<D>(
    NavigableMap<String, D> living,
    NavigableMap<String, Integer> numbers,
    NavigableMap<String, Integer> gone,
    Set<String> unreadable) {

  /** Copies the maps and the set, so that later changes by the caller have no effect. */
  public Generations {
    living = Collections.unmodifiableNavigableMap(living);
    numbers = Collections.unmodifiableNavigableMap(numbers);
    gone = Collections.unmodifiableNavigableMap(gone);
    unreadable = Set.copyOf(unreadable);
  }

  /** Nothing. */
  public static <D> Generations<D> none() {
    return new Generations<>(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Set.of());
  }

  /**
   * One of them.
   *
   * @param name its name
   */
  public Optional<D> find(String name) {
    return Optional.ofNullable(living.get(name));
  }

  /**
   * Whether a generation was deleted or replaced, which is final.
   *
   * @param name of a thing
   * @param generation which
   * @return false also if the name was never used
   */
  public boolean isOver(String name, int generation) {
    Integer number = numbers.get(name);
    return number == null ? generation <= gone.getOrDefault(name, 0) : generation < number;
  }
}
