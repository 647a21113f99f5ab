package io.messina.server.features;

import io.messina.api.Durations;
import io.messina.features.FeatureDefinition;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureOptions;
import io.messina.features.ValueType;
import io.messina.server.http.Fields;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** Features as the API writes them, and their options as requests give them. */
final class FeatureJson {

  private FeatureJson() {}

  static void write(JsonGenerator json, FeatureDefinition feature) {
    FeatureOptions options = feature.options();
    json.writeStartObject();
    json.writeStringProperty("entity_type", feature.name().entityType());
    json.writeStringProperty("name", feature.name().name());
    json.writeStringProperty("type", lower(options.kind()));
    json.writeStringProperty("value_type", lower(options.valueType()));
    json.writeStringProperty("ttl", Durations.formatIfEnding(options.ttl()));
    json.writeBooleanProperty("unique", options.unique());
    json.writeStringProperty("latest", feature.latest().text());
    json.writeArrayPropertyStart("versions");
    feature.versions().keySet().forEach(json::writeString);
    json.writeEndArray();
    json.writeEndObject();
  }

  /**
   * What is absent stays as it stands; a new feature must say what it is.
   *
   * @return gives the options by those that stand
   */
  static Function<Optional<FeatureOptions>, FeatureOptions> read(Fields fields) {
    Optional<FeatureKind> kind = choice(fields, "type", FeatureKind.class);
    Optional<ValueType> type = choice(fields, "value_type", ValueType.class);
    Optional<Optional<Duration>> ttl = fields.text("ttl", Durations::parseIfEnding);
    Optional<Boolean> unique = fields.flag("unique");
    fields.end();
    return standing ->
        new FeatureOptions(
            fields.required("type", kind.or(() -> standing.map(FeatureOptions::kind))),
            fields.required("value_type", type.or(() -> standing.map(FeatureOptions::valueType))),
            ttl.orElseGet(() -> standing.flatMap(FeatureOptions::ttl)),
            unique.orElseGet(() -> standing.map(FeatureOptions::unique).orElse(false)));
  }

  private static <E extends Enum<E>> Optional<E> choice(
      Fields fields, String name, Class<E> constants) {
    return fields.text(name, text -> choice(text, constants));
  }

  private static <E extends Enum<E>> E choice(String text, Class<E> constants) {
    StringBuilder expected = new StringBuilder();
    for (E each : constants.getEnumConstants()) {
      if (lower(each).equals(text)) {
        return each;
      }
      expected.append(expected.isEmpty() ? "" : " or ").append(lower(each));
    }
    throw new IllegalArgumentException(text + " (expected: " + expected + ")");
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
