package io.messina.features;

import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.Definitions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The fate of all features and versions that were ever created, at one moment. A creation that is
 * gone stays gone, however old the history is. For use by one thread.
 */
public final class FeatureHistory {

  private final Definitions definitions;
  private final Map<String, Optional<FeatureRow>> rows = new HashMap<>();

  FeatureHistory(Definitions definitions) {
    this.definitions = definitions;
  }

  /**
   * Returns the fate of a creation of a version.
   *
   * @return {@link Fate#GONE} only if its definition says that it existed and was deleted
   */
  public Fate fate(FeatureKey key) {
    return row(FeatureKey.of(key.name())).map(row -> fate(row, key)).orElse(Fate.UNKNOWN);
  }

  private Fate fate(FeatureRow row, FeatureKey key) {
    String version = key.version().text();
    if (key.generation() > row.creationsOf(version)) {
      return Fate.UNKNOWN;
    }
    boolean stands =
        definitions.living(FeatureKey.of(key.name())).isPresent()
            && row.versions().getOrDefault(version, 0) == key.generation();
    return stands ? Fate.STANDS : Fate.GONE;
  }

  private Optional<FeatureRow> row(String name) {
    return rows.computeIfAbsent(name, it -> definitions.find(it).flatMap(FeatureHistory::read));
  }

  private static Optional<FeatureRow> read(Definition row) {
    try {
      return Optional.of(FeatureRow.read(row));
    } catch (RequestException.Refused _) {
      return Optional.empty();
    }
  }
}
