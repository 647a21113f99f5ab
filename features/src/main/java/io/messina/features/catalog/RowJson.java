package io.messina.features.catalog;

import io.messina.api.Durations;
import io.messina.api.StreamName;
import io.messina.features.FeatureException;
import io.messina.features.FeatureKind;
import io.messina.features.FeatureName;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureVersion;
import io.messina.features.FeedOptions;
import io.messina.features.ValueType;
import io.messina.stream.catalog.Definition;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rows of features and feeds:
 *
 * <pre>{@code
 * {"kind":"list","value_type":"text","ttl":"30d","unique":false,"latest":"v2","versions":{"":1,"v2":1},"gone":{"v1":3},"floor":0}
 * {"stream":"edits","feature":"user#recent_pages","version":"","entity":"/user","value":"/page","time":"/time"}
 * }</pre>
 *
 * <p>A field that nobody asks for, as a newer version may have written it, does no harm.
 */
final class RowJson {

  private RowJson() {}

  static String write(FeatureRow row) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("kind", lower(row.options().kind()));
    json.put("value_type", lower(row.options().valueType()));
    row.options().ttl().ifPresent(ttl -> json.put("ttl", Durations.format(ttl)));
    json.put("unique", row.options().unique());
    json.put("latest", row.latest());
    row.versions().forEach(json.putObject("versions")::put);
    row.gone().forEach(json.putObject("gone")::put);
    json.put("floor", row.floor());
    return JsonMapper.shared().writeValueAsString(json);
  }

  /**
   * Reads the row of a feature.
   *
   * @throws FeatureException.Refused where this version of Messina cannot
   */
  static FeatureRow feature(Definition row) {
    return read(row, RowJson::readFeature);
  }

  /**
   * Reads the row of a feed.
   *
   * @throws FeatureException.Refused where this version of Messina cannot
   */
  static FeedOptions feed(Definition row) {
    return read(row, RowJson::readFeed);
  }

  private static <T> T read(Definition row, Function<String, T> reader) {
    try {
      return reader.apply(row.json());
    } catch (IllegalArgumentException | JacksonException | FeatureException _) {
      throw unreadable(row.name());
    }
  }

  static FeatureException.Refused unreadable(String name) {
    return new FeatureException.Refused(
        FeatureException.Refused.Reason.CONFLICT,
        name + ": written by another version (expected: a definition that this version can read)");
  }

  private static FeatureRow readFeature(String text) {
    JsonNode json = JsonMapper.shared().readTree(text);
    FeatureOptions options =
        new FeatureOptions(
            FeatureKind.valueOf(upper(json, "kind")),
            ValueType.valueOf(upper(json, "value_type")),
            text(json, "ttl").map(Durations::parse),
            json.path("unique").asBoolean(false));
    return new FeatureRow(
        options,
        text(json, "latest").orElse(""),
        numbers(json.path("versions")),
        numbers(json.path("gone")),
        json.path("floor").asInt(0));
  }

  static String write(FeedOptions options) {
    ObjectNode json = JsonMapper.shared().createObjectNode();
    json.put("stream", options.stream().value());
    json.put("feature", options.feature().key());
    json.put("version", options.version().text());
    json.put("entity", options.entity());
    json.put("value", options.value());
    options.time().ifPresent(time -> json.put("time", time));
    return JsonMapper.shared().writeValueAsString(json);
  }

  private static FeedOptions readFeed(String text) {
    JsonNode json = JsonMapper.shared().readTree(text);
    return new FeedOptions(
        new StreamName(required(json, "stream")),
        FeatureName.ofKey(required(json, "feature")),
        new FeatureVersion(text(json, "version").orElse("")),
        required(json, "entity"),
        required(json, "value"),
        text(json, "time"));
  }

  private static NavigableMap<String, Integer> numbers(JsonNode object) {
    NavigableMap<String, Integer> numbers = new TreeMap<>();
    object.forEachEntry((name, number) -> numbers.put(name, number.intValue()));
    return numbers;
  }

  private static Optional<String> text(JsonNode json, String name) {
    JsonNode field = json.path(name);
    return field.isString() ? Optional.of(field.stringValue()) : Optional.empty();
  }

  private static String required(JsonNode json, String name) {
    return text(json, name)
        .orElseThrow(() -> new IllegalArgumentException(name + ": none (expected: a text)"));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String upper(JsonNode json, String name) {
    return required(json, name).toUpperCase(Locale.ROOT);
  }
}
