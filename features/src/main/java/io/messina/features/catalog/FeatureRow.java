package io.messina.features.catalog;

import io.messina.features.FeatureDefinition;
import io.messina.features.FeatureName;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureVersion;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the row of a feature says. It knows the creations of deleted versions too, those of the
 * feature's former creations included, so that no two creations ever have one key.
 *
 * @param options what the feature is like
 * @param latest the version that was last marked complete
 * @param versions the creation of each version that is there
 * @param gone the last creation of each version that is there no more, of the 200 with the highest
 * @param floor the highest creation of those that are forgotten; others begin above it
 */
record FeatureRow(
    FeatureOptions options,
    String latest,
    NavigableMap<String, Integer> versions,
    NavigableMap<String, Integer> gone,
    int floor) {

  static final int GONE_MAX = 200;

  /** Forgets what is too much. */
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
    return new FeatureRow(options, "", new TreeMap<>(), new TreeMap<>(), 0).with("");
  }

  FeatureRow createdAgain(FeatureOptions other) {
    NavigableMap<String, Integer> all = new TreeMap<>(gone);
    all.putAll(versions);
    return new FeatureRow(other, "", new TreeMap<>(), all, floor).with("");
  }

  FeatureRow withOptions(FeatureOptions other) {
    return new FeatureRow(other, latest, versions, gone, floor);
  }

  FeatureRow withLatest(String version) {
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

  FeatureDefinition definition(FeatureName name) {
    return new FeatureDefinition(name, options, new FeatureVersion(latest), versions);
  }

  /** The number of the last creation, or one that no creation of this version has reached. */
  int creationsOf(String version) {
    return Math.max(versions.getOrDefault(version, 0), gone.getOrDefault(version, floor));
  }
}
