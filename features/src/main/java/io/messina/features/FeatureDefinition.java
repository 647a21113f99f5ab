package io.messina.features;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A feature that was created.
 *
 * @param name its name
 * @param options what it is like
 * @param latest the version that was last marked complete
 * @param versions the creation of each version that is there, by its text: from 1, higher where one
 *     of this name was there before
 */
public record FeatureDefinition(
    FeatureName name,
    FeatureOptions options,
    FeatureVersion latest,
    NavigableMap<String, Integer> versions) {

  /** A map that nobody can change. */
  public FeatureDefinition {
    versions = Collections.unmodifiableNavigableMap(new TreeMap<>(versions));
  }

  /**
   * The partition key of a version's contents.
   *
   * @param choice which version
   * @return {@code type#name|version}; a re-created one appends {@code ~2}. Empty where there is no
   *     such version
   */
  public Optional<String> key(VersionChoice choice) {
    FeatureVersion version =
        switch (choice) {
          case VersionChoice.Exactly exactly -> exactly.version();
          case VersionChoice.Latest _ -> latest;
        };
    return Optional.ofNullable(versions.get(version.text()))
        .map(generation -> new FeatureKey(name, version, generation).text());
  }
}
