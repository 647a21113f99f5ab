package io.messina.enrichment.catalog;

import io.messina.api.enrichment.EnrichmentDefinition;
import io.messina.api.enrichment.EnrichmentName;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All enrichments as they stood at one moment. Immutable.
 *
 * @param enrichments by name
 * @param gone the last generation of each deleted one, by name
 * @param unreadable the names of those that this version of Messina cannot read
 */
public record EnrichmentView(
    NavigableMap<String, EnrichmentDefinition> enrichments,
    NavigableMap<String, Integer> gone,
    Set<String> unreadable) {

  /** No enrichments. */
  public static final EnrichmentView EMPTY =
      new EnrichmentView(new TreeMap<>(), new TreeMap<>(), Set.of());

  /** Maps and a set that nobody can change. */
  public EnrichmentView {
    enrichments = Collections.unmodifiableNavigableMap(enrichments);
    gone = Collections.unmodifiableNavigableMap(gone);
    unreadable = Set.copyOf(unreadable);
  }

  /**
   * An enrichment.
   *
   * @param name its name
   * @return its present generation
   */
  public Optional<EnrichmentDefinition> find(EnrichmentName name) {
    return Optional.ofNullable(enrichments.get(name.value()));
  }

  /**
   * Whether a generation was deleted or replaced, which is final.
   *
   * @param name of an enrichment
   * @param generation which
   * @return false also if there was never such an enrichment
   */
  public boolean isOver(String name, int generation) {
    EnrichmentDefinition living = enrichments.get(name);
    return living == null
        ? generation <= gone.getOrDefault(name, 0)
        : generation < living.generation();
  }
}
