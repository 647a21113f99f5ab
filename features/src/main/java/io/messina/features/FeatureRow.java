package io.messina.features;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.messina.api.Wire;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureName;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Definition;
import io.messina.runtime.definition.DefinitionTag;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;

/**
 * The content of the row of a feature, as {@link Wire} writes it. It knows the creations of deleted
 * versions too, also of the feature's former creations, so that no two creations ever have one key.
 *
 * @param options of the feature
 * @param latest the version that was last marked complete
 * @param versions the creation of each version that exists
 * @param gone the last creation of each deleted version; of the 200 versions with the highest
 * @param floor the highest creation of deleted versions that are forgotten; new versions begin
 *     above it
 */
record FeatureRow(
    @JsonUnwrapped FeatureOptions options,
    FeatureVersion latest,
    NavigableMap<String, Integer> versions,
    NavigableMap<String, Integer> gone,
    int floor) {

  static final int GONE_MAX = 200;

  /** Forgets the lowest creations of deleted versions if there are more than 200. */
  FeatureRow {
    NavigableMap<String, Integer> known = new TreeMap<>(gone);
    while (known.size() > GONE_MAX) {
      Map.Entry<String, Integer> lowest =
          Collections.min(known.entrySet(), Map.Entry.comparingByValue());
      floor = Math.max(floor, lowest.getValue());
      known.remove(lowest.getKey());
    }
    gone = known;
  }

  static FeatureRow first(FeatureOptions options) {
    return new FeatureRow(options, FeatureVersion.FIRST, new TreeMap<>(), new TreeMap<>(), 0)
        .with("");
  }

  FeatureRow createdAgain(FeatureOptions other) {
    NavigableMap<String, Integer> all = new TreeMap<>(gone);
    all.putAll(versions);
    return new FeatureRow(other, FeatureVersion.FIRST, new TreeMap<>(), all, floor).with("");
  }

  FeatureRow withOptions(FeatureOptions other) {
    return new FeatureRow(other, latest, versions, gone, floor);
  }

  FeatureRow withLatest(FeatureVersion version) {
    return new FeatureRow(options, version, versions, gone, floor);
  }

  FeatureRow with(String version) {
    NavigableMap<String, Integer> more = new TreeMap<>(versions);
    NavigableMap<String, Integer> others = new TreeMap<>(gone);
    more.put(version, creationsOf(version) + 1);
    others.remove(version);
    return new FeatureRow(options, latest, more, others, floor);
  }

  FeatureRow without(String version) {
    NavigableMap<String, Integer> fewer = new TreeMap<>(versions);
    NavigableMap<String, Integer> more = new TreeMap<>(gone);
    more.put(version, creationsOf(version));
    fewer.remove(version);
    return new FeatureRow(options, latest, fewer, more, floor);
  }

  /**
   * Reads the row of a feature. Fields that it does not know, as a newer version may have written
   * them, are passed over.
   *
   * @throws RequestException.Refused if this version of Messina cannot read it
   */
  static FeatureRow read(Definition row) {
    return read(row, FeatureRow.class);
  }

  static <T extends Record> T read(Definition row, Class<T> type) {
    try {
      return Wire.read(row.json(), type);
    } catch (IllegalArgumentException | JacksonException _) {
      throw unreadable(row.name());
    }
  }

  static RequestException.Refused unreadable(String name) {
    return new RequestException.Refused(
        RequestException.Refused.Reason.CONFLICT,
        name + ": written by another version (expected: a definition that this version can read)");
  }

  /** As the API shows it. */
  FeatureDefinition definition(FeatureName name) {
    return new FeatureDefinition(
        name,
        options,
        latest,
        versions.keySet().stream().map(FeatureVersion::new).toList(),
        tag(name));
  }

  /**
   * Differs after each change, and between creations, as no two of them have a number in common.
   */
  String tag(FeatureName name) {
    return DefinitionTag.of(FeatureKey.of(name), Wire.write(this));
  }

  /**
   * Where the contents of a version are.
   *
   * @return its key; a re-created one has another. Empty if the version does not exist
   */
  Optional<StoredFeature> stored(FeatureName name, FeatureVersion version) {
    FeatureVersion certain = version.isLatest() ? latest : version;
    return Optional.ofNullable(versions.get(certain.text()))
        .map(it -> new StoredFeature(new FeatureKey(name, certain, it).text(), options));
  }

  /** The number of the last creation, or one that no creation of this version has reached. */
  int creationsOf(String version) {
    return Math.max(versions.getOrDefault(version, 0), gone.getOrDefault(version, floor));
  }
}
