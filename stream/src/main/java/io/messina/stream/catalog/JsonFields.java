package io.messina.stream.catalog;

import io.messina.api.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of a JSON object. One that is missing has its default, as an older version did not
 * write it; one that nobody asks for, as a newer version may have written it, does no harm.
 *
 * @param object the object, or a missing node
 */
record JsonFields(JsonNode object) {

  static JsonFields parse(String json) {
    JsonNode node = JsonMapper.shared().readTree(json);
    if (!node.isObject()) {
      throw new IllegalArgumentException("a JSON " + node.getNodeType() + " (expected: an object)");
    }
    return new JsonFields(node);
  }

  JsonFields inside(String name) {
    return new JsonFields(object.path(name));
  }

  Optional<String> text(String name) {
    return present(name).map(JsonNode::stringValue);
  }

  int number(String name, int whereMissing) {
    return present(name).map(JsonNode::intValue).orElse(whereMissing);
  }

  List<Integer> numbers(String name) {
    return present(name)
        .map(array -> array.valueStream().map(JsonNode::intValue).toList())
        .orElse(List.of());
  }

  Duration duration(String name, Duration whereMissing) {
    return text(name).map(Durations::parse).orElse(whereMissing);
  }

  <E extends Enum<E>> E constant(String name, E whereMissing) {
    return text(name)
        .map(text -> Enum.valueOf(whereMissing.getDeclaringClass(), text.toUpperCase(Locale.ROOT)))
        .orElse(whereMissing);
  }

  static String constant(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private Optional<JsonNode> present(String name) {
    JsonNode field = object.path(name);
    return field.isMissingNode() || field.isNull() ? Optional.empty() : Optional.of(field);
  }
}
