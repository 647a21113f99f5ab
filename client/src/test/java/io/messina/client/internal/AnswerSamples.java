package io.messina.client.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Answers made of their schemas, with all fields that may stand beside each other. */
record AnswerSamples(JsonNode schemas) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Of fields that exclude each other, those that a sample leaves out. */
  private static final List<Set<String>> LEFT_OUT =
      List.of(
          Set.of("key_base64", "payload_base64", "scalar", "feature"),
          Set.of("key", "payload", "list", "feature"),
          Set.of("key", "payload", "list", "scalar"));

  /** More than any enumeration has. */
  private static final int CHOICES = 7;

  /** What a text must be like; any other is a name. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("position", "1.17"),
          Map.entry("next", "1.18"),
          Map.entry("end", "1.19"),
          Map.entry("gaps-items", "1.16"),
          Map.entry("floor", "1.20"),
          Map.entry("followed", "1.21"),
          Map.entry("retention", "31s"),
          Map.entry("deduplicate", "32s"),
          Map.entry("lease", "33s"),
          Map.entry("first", "34s"),
          Map.entry("longest", "35s"),
          Map.entry("ttl", "36s"),
          Map.entry("start", "earliest"),
          Map.entry("order", "key"),
          Map.entry("delivery", "at_most_once"),
          Map.entry("value_type", "text"),
          Map.entry("time", "2026-01-01T00:00:00Z"),
          Map.entry("oldest_unfed", "2026-01-02T00:00:00Z"),
          Map.entry("key_base64", "AAE="),
          Map.entry("payload_base64", "AAI="));

  /** All schemas but those of requests, which allow nothing else. */
  Set<String> answers() {
    Set<String> answers = new TreeSet<>();
    schemas.properties().stream()
        .filter(schema -> schema.getValue().path("additionalProperties").asBoolean(true))
        .forEach(schema -> answers.add(schema.getKey()));
    return answers;
  }

  List<JsonNode> of(String answer) {
    List<JsonNode> samples = new ArrayList<>();
    for (Set<String> leftOut : LEFT_OUT) {
      for (int choice = 0; choice < CHOICES; choice++) {
        samples.add(new Sample(schemas, leftOut, choice).of(answer, schemas.get(answer)));
      }
    }
    return samples;
  }

  /** By its pointer, the sample without one field. */
  static Map<String, JsonNode> withoutEach(JsonNode sample) {
    Map<String, JsonNode> without = new LinkedHashMap<>();
    for (String pointer : pointers("", sample)) {
      JsonPointer place = JsonPointer.compile(pointer);
      ObjectNode copy = (ObjectNode) sample.deepCopy();
      ((ObjectNode) copy.at(place.head())).remove(place.last().getMatchingProperty());
      without.put(pointer, copy);
    }
    return without;
  }

  private static List<String> pointers(String to, JsonNode node) {
    List<String> pointers = new ArrayList<>();
    node.properties()
        .forEach(
            field -> {
              pointers.add(to + "/" + field.getKey());
              pointers.addAll(pointers(to + "/" + field.getKey(), field.getValue()));
            });
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      pointers.addAll(pointers(to + "/" + i, node.get(i)));
    }
    return pointers;
  }

  private record Sample(JsonNode schemas, Set<String> leftOut, int choice) {

    JsonNode of(String name, JsonNode schema) {
      if (schema.has("$ref")) {
        String other = schema.get("$ref").stringValue();
        return of(name, schemas.get(other.substring(other.lastIndexOf('/') + 1)));
      }
      if (schema.has("allOf")) {
        ObjectNode all = NODES.objectNode();
        schema.get("allOf").forEach(part -> all.setAll((ObjectNode) of(name, part)));
        return all;
      }
      if (schema.has("enum")) {
        JsonNode choices = schema.get("enum");
        return choices.get(choice % choices.size());
      }
      return ofType(name, schema);
    }

    private JsonNode ofType(String name, JsonNode schema) {
      JsonNode type = schema.path("type");
      return switch (type.isArray() ? type.get(0).stringValue() : type.asString("")) {
        case "object" -> object(schema);
        case "array" -> array(name, schema);
        case "boolean" -> NODES.booleanNode(true);
        case "string" -> NODES.stringNode(text(name, schema));
        default -> NODES.numberNode(7);
      };
    }

    private ObjectNode object(JsonNode schema) {
      ObjectNode object = NODES.objectNode();
      schema.path("properties").properties().stream()
          .filter(field -> !leftOut.contains(field.getKey()))
          .forEach(field -> object.set(field.getKey(), of(field.getKey(), field.getValue())));
      if (schema.path("additionalProperties").isObject()) {
        object.set("7", of("7", schema.get("additionalProperties")));
      }
      return object;
    }

    private ArrayNode array(String name, JsonNode schema) {
      return NODES.arrayNode().add(of(name + "-items", schema.get("items")));
    }

    private static String text(String name, JsonNode schema) {
      String usual = schema.has("format") ? "2026-01-03T00:00:00Z" : "a-" + name.replace('_', '-');
      return TEXTS.getOrDefault(name, usual);
    }
  }
}
