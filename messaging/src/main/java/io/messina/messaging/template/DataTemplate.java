package io.messina.messaging.template;

import io.messina.api.Json;
import io.messina.api.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON whose texts have placeholders. A value always stays within its text. Names of members have
 * no placeholders.
 */
sealed interface DataTemplate {

  /** A text. */
  record Text(TextTemplate text) implements DataTemplate {
    @Override
    public JsonNode render(TemplateParameters parameters) {
      return JsonNodeFactory.instance.stringNode(text.render(parameters));
    }
  }

  /** A value without placeholders. */
  record Constant(JsonNode value) implements DataTemplate {
    @Override
    public JsonNode render(TemplateParameters parameters) {
      return value;
    }
  }

  /** An object. */
  record Members(Map<String, DataTemplate> members) implements DataTemplate {
    @Override
    public JsonNode render(TemplateParameters parameters) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      members.forEach((name, member) -> object.set(name, member.render(parameters)));
      return object;
    }
  }

  /** A list. */
  record Elements(List<DataTemplate> elements) implements DataTemplate {
    @Override
    public JsonNode render(TemplateParameters parameters) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      elements.forEach(element -> list.add(element.render(parameters)));
      return list;
    }
  }

  /** Fills the gaps. */
  JsonNode render(TemplateParameters parameters);

  /**
   * Compiles JSON.
   *
   * @param place of the JSON, for error sentences
   * @param required gets the names that are needed
   */
  static DataTemplate of(String place, Json data, Set<String> required) {
    return of(place, StrictJson.read(data.text()), required);
  }

  private static DataTemplate of(String place, JsonNode node, Set<String> required) {
    if (node.isString()) {
      return new Text(TextTemplate.of(place, node.stringValue(), false, required));
    } else if (node.isObject()) {
      Map<String, DataTemplate> members = new LinkedHashMap<>();
      node.forEachEntry(
          (name, value) -> members.put(name, of(place + "." + name, value, required)));
      return new Members(members);
    } else if (node.isArray()) {
      List<DataTemplate> elements = new ArrayList<>();
      node.forEach(value -> elements.add(of(place + "[" + elements.size() + "]", value, required)));
      return new Elements(elements);
    }
    return new Constant(node);
  }
}
