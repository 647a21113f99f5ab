package io.messina.server.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes requests out of the description of an API: mostly right ones, and then something wrong. */
final class ApiFuzz {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int DEPTH_MAX = 8;
  private static final List<String> NAMES = List.of("a", "b", "edits", "user", "x-1", "email");
  private static final List<String> ODD =
      List.of("", "\u0000", "*", "%2F", "..", "ä", "😀", "-1", "null", "a".repeat(500), "1e999");
  private static final List<String> TEXTS =
      List.of(
          "30s", "7d", "earliest", "/user", "{\"type\":\"object\"}", "abc", "email", "0", "key");

  private final ObjectNode document;
  private final RandomGenerator random;

  ApiFuzz(JsonNode document, RandomGenerator random) {
    this.document = (ObjectNode) document;
    this.random = random;
  }

  /**
   * A request.
   *
   * @param body empty for none
   */
  record Request(String operation, String method, String target, String type, String body) {}

  Request next() {
    Map.Entry<String, JsonNode> path = any(List.copyOf(document.get("paths").properties()));
    Map.Entry<String, JsonNode> method = any(List.copyOf(path.getValue().properties()));
    JsonNode operation = method.getValue();
    String type = "application/json";
    String body = "";
    JsonNode content = operation.path("requestBody").path("content");
    if (!content.isMissingNode() && !rarely()) {
      Map.Entry<String, JsonNode> chosen = any(List.copyOf(content.properties()));
      type = chosen.getKey();
      body = text(chosen.getValue().path("schema"), type);
    } else if (rarely()) {
      body = "{}";
    }
    return new Request(
        operation.get("operationId").stringValue(),
        method.getKey().toUpperCase(Locale.ROOT),
        path.getKey().transform(this::filled) + query(operation),
        rarely() ? any(List.of("text/plain", "x", "application/x-ndjson")) : type,
        body);
  }

  private String filled(String template) {
    StringBuilder path = new StringBuilder();
    for (String segment : template.substring(1).split("/", -1)) {
      String value = any(NAMES);
      if (rarely()) {
        value = encoded(any(ODD));
      }
      path.append('/').append(segment.startsWith("{") ? value : segment);
    }
    return path.toString();
  }

  private String query(JsonNode operation) {
    StringBuilder query = new StringBuilder();
    for (JsonNode parameter : operation.path("parameters")) {
      if (parameter.get("in").stringValue().equals("query") && random.nextInt(3) == 0) {
        String value = rarely() ? any(ODD) : any(List.of("1", "10", "true", "a", "earliest"));
        query
            .append(query.isEmpty() ? '?' : '&')
            .append(parameter.get("name").stringValue())
            .append('=')
            .append(encoded(value));
      }
    }
    return query.toString();
  }

  private static String encoded(String text) {
    return java.net.URLEncoder.encode(text, java.nio.charset.StandardCharsets.UTF_8);
  }

  private String text(JsonNode schema, String type) {
    JsonNode json = spoiled(value(schema, 0));
    String text = new ObjectMapper().writeValueAsString(json);
    if (type.contains("ndjson")) {
      return text + "\n" + text + "\n";
    }
    return random.nextInt(20) == 0 ? cut(text) : text;
  }

  private String cut(String text) {
    int at = random.nextInt(text.length() + 1);
    return random.nextBoolean() ? text.substring(0, at) : text.substring(0, at) + "\u0007" + text;
  }

  /** The same with one of its values replaced, often. */
  private JsonNode spoiled(JsonNode json) {
    if (random.nextInt(3) > 0) {
      return json;
    }
    if (json instanceof ObjectNode object && !object.isEmpty() && !rarely()) {
      String field = any(List.copyOf(object.propertyNames()));
      object.set(rarely() ? field + "x" : field, spoiled(object.get(field)));
      return object;
    }
    if (json instanceof ArrayNode array && !array.isEmpty() && !rarely()) {
      array.set(random.nextInt(array.size()), spoiled(array.get(0)));
      return array;
    }
    return odd();
  }

  private JsonNode odd() {
    return switch (random.nextInt(8)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.numberNode(any(List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31)));
      case 2 -> NODES.numberNode(1e308 * random.nextDouble());
      case 3 -> NODES.booleanNode(true);
      case 4 -> NODES.stringNode(any(ODD));
      case 5 -> NODES.arrayNode().add(NODES.arrayNode());
      case 6 -> nested();
      default -> NODES.objectNode().put("x", 1);
    };
  }

  private JsonNode nested() {
    JsonNode deep = NODES.numberNode(1);
    for (int i = 0; i < 400; i++) {
      deep = NODES.arrayNode().add(deep);
    }
    return deep;
  }

  private JsonNode value(JsonNode given, int depth) {
    JsonNode schema = resolved(given);
    for (String keyword : List.of("oneOf", "anyOf")) {
      if (schema.has(keyword)) {
        return value(any(List.copyOf(schema.get(keyword).values())), depth);
      }
    }
    if (schema.has("const")) {
      return schema.get("const");
    }
    if (schema.has("enum")) {
      return any(List.copyOf(schema.get("enum").values()));
    }
    JsonNode types = schema.path("type");
    String type =
        types.isArray() ? any(List.copyOf(types.values())).stringValue() : types.asString("");
    return switch (type) {
      case "object" -> object(schema, depth);
      case "array" -> NODES.arrayNode().add(value(schema.path("items"), depth + 1));
      case "integer" -> NODES.numberNode(number(schema));
      case "number" -> NODES.numberNode(random.nextDouble());
      case "boolean" -> NODES.booleanNode(random.nextBoolean());
      case "null" -> NODES.nullNode();
      case "string" ->
          schema.path("format").asString("").equals("date-time")
              ? NODES.stringNode("2026-01-02T03:04:05Z")
              : NODES.stringNode(any(random.nextBoolean() ? NAMES : TEXTS));
      default -> depth > DEPTH_MAX ? NODES.nullNode() : NODES.objectNode().put("v", 1);
    };
  }

  private JsonNode object(JsonNode schema, int depth) {
    ObjectNode object = NODES.objectNode();
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.stringValue()));
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      if (depth < DEPTH_MAX && (required.contains(property.getKey()) || random.nextInt(3) == 0)) {
        object.set(property.getKey(), value(property.getValue(), depth + 1));
      }
    }
    return object;
  }

  private long number(JsonNode schema) {
    long min = schema.path("minimum").asLong(0);
    long max = schema.path("maximum").asLong(min + 100);
    return random.nextInt(4) == 0
        ? any(List.of(min, max))
        : min + random.nextLong(Math.clamp(max - min + 1, 1, 16));
  }

  private JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : resolved(document.at(reference.substring(1)));
  }

  private boolean rarely() {
    return random.nextInt(12) == 0;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
