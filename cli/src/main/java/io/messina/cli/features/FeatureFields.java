package io.messina.cli.features;

import io.messina.api.Durations;
import io.messina.client.FeatureDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A feature's definition as fields, in the order and by the names of the HTTP API. */
final class FeatureFields {

  private static final String LATEST = "latest";
  private static final String VERSIONS = "versions";

  private FeatureFields() {}

  static Map<String, @Nullable Object> of(FeatureDefinition feature) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("entity_type", feature.entityType());
    fields.put("name", feature.name());
    fields.put("type", feature.kind().toString());
    fields.put("value_type", feature.valueType().toString());
    fields.put("ttl", Durations.formatIfEnding(feature.ttl()));
    fields.put("unique", feature.unique());
    fields.put(LATEST, feature.latest());
    fields.put(VERSIONS, feature.versions());
    return fields;
  }

  /** For people, who cannot see a text that is empty. */
  static Map<String, @Nullable Object> row(FeatureDefinition feature) {
    Map<String, @Nullable Object> row = of(feature);
    row.put(LATEST, shown(feature.latest()));
    row.put(
        VERSIONS,
        feature.versions().stream().map(FeatureFields::shown).collect(Collectors.joining(", ")));
    return row;
  }

  static String shown(String version) {
    return version.isEmpty() ? "(first)" : version;
  }
}
