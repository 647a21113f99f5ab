package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureVersion;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A feature's definition for people, with a visible sign for an empty text. */
final class FeatureFields {

  private FeatureFields() {}

  static Map<String, @Nullable Object> row(FeatureDefinition feature) {
    Map<String, @Nullable Object> row = Wire.fields(feature);
    row.put("latest", shown(feature.latest()));
    row.put(
        "versions",
        feature.versions().stream().map(FeatureFields::shown).collect(Collectors.joining(", ")));
    return row;
  }

  static String shown(FeatureVersion version) {
    return version.text().isEmpty() ? "(first)" : version.text();
  }
}
