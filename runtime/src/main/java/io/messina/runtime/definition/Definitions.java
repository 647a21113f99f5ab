package io.messina.runtime.definition;

import io.messina.store.Fence;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All definitions of a kind, including deleted ones, at one moment. Immutable.
 *
 * @param fence at that moment, or empty if no definition was ever written
 * @param rows by name
 */
public record Definitions(Optional<Fence> fence, NavigableMap<String, Definition> rows) {

  /** Before the first one is made. */
  public static final Definitions NONE = new Definitions(Optional.empty(), new TreeMap<>());

  public Definitions {
    rows = Collections.unmodifiableNavigableMap(rows);
  }

  /** Returns the definition of a name, which may be deleted. */
  public Optional<Definition> find(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  /** Returns the definition of a name, unless it is deleted. */
  public Optional<Definition> living(String name) {
    return find(name).filter(definition -> !definition.deleted());
  }

  /** The definitions with names in a range, including deleted ones. */
  public Collection<Definition> within(NameRange names) {
    return rows.subMap(names.from(), names.below()).values();
  }

  /** Whether these are later than the others, with a change in between. */
  boolean isAfter(Definitions other) {
    return fence.map(mine -> other.fence.map(mine::isAfter).orElse(true)).orElse(false);
  }

  /** The definitions after a change has applied to these. */
  public Definitions after(Change<?> change, Fence next) {
    NavigableMap<String, Definition> changed = new TreeMap<>(rows);
    change.removed().ifPresent(names -> changed.subMap(names.from(), names.below()).clear());
    change.put().ifPresent(definition -> changed.put(definition.name(), definition));
    change.kept().ifPresent(definition -> changed.put(definition.name(), definition));
    return new Definitions(Optional.of(next), changed);
  }
}
