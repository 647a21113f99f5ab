package io.messina.stream.catalog;

import io.messina.store.Fence;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All definitions of a kind, deleted ones included, as they stood at one moment. Immutable.
 *
 * @param fence the fence that stood, or empty if there never was a definition
 * @param rows by name
 */
public record Definitions(Optional<Fence> fence, NavigableMap<String, Definition> rows) {

  static final Definitions NONE = new Definitions(Optional.empty(), new TreeMap<>());

  /** Rows that nobody can change. */
  public Definitions {
    rows = Collections.unmodifiableNavigableMap(rows);
  }

  /**
   * The row of a name.
   *
   * @param name the name
   * @return its definition, also a deleted one
   */
  public Optional<Definition> find(String name) {
    return Optional.ofNullable(rows.get(name));
  }

  /**
   * What a name stands for.
   *
   * @param name the name
   * @return its definition, unless it is deleted
   */
  public Optional<Definition> living(String name) {
    return find(name).filter(definition -> !definition.deleted());
  }

  /** Those with certain names, deleted ones included. */
  Collection<Definition> within(NameRange names) {
    return rows.subMap(names.from(), names.below()).values();
  }

  /** Whether these are of a later moment, between which and the other's something has changed. */
  boolean isAfter(Definitions other) {
    return fence.map(mine -> other.fence.map(mine::isAfter).orElse(true)).orElse(false);
  }

  /** What stands once a change has applied to these. */
  Definitions after(Change<?> change, Fence next) {
    NavigableMap<String, Definition> changed = new TreeMap<>(rows);
    change.removed().ifPresent(names -> changed.subMap(names.from(), names.below()).clear());
    change.put().ifPresent(definition -> changed.put(definition.name(), definition));
    change.kept().ifPresent(definition -> changed.put(definition.name(), definition));
    return new Definitions(Optional.of(next), changed);
  }
}
