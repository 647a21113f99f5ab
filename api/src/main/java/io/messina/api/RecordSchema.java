package io.messina.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Records as JSON Schema describes them. */
public final class RecordSchema {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RecordSchema() {}

  /**
   * What an answer holds.
   *
   * @param record its class
   * @return a schema, in which what may be absent is not required
   */
  public static JsonNode answer(Class<? extends Record> record) {
    return object(record, false);
  }

  /**
   * What a request may hold.
   *
   * @param record its class
   * @return a schema without other fields, all of which may be absent, or null for the default
   */
  public static JsonNode request(Class<? extends Record> record) {
    return object(record, true);
  }

  private static ObjectNode object(Class<?> record, boolean isRequest) {
    ObjectNode schema = NODES.objectNode().put("type", "object");
    List<RecordField> fields = RecordField.of(record);
    if (isRequest) {
      schema.put("additionalProperties", false);
    } else {
      ArrayNode required = schema.putArray("required");
      fields.stream()
          .filter(field -> !field.mayBeAbsent())
          .forEach(field -> required.add(field.name()));
    }
    ObjectNode properties = schema.putObject("properties");
    fields.forEach(field -> properties.set(field.name(), property(field, isRequest)));
    return schema;
  }

  private static ObjectNode property(RecordField field, boolean isRequest) {
    ObjectNode schema = value(field.type(), field.element(), isRequest);
    if (field.isNumber() && !field.min().isEmpty()) {
      schema.put("minimum", Long.parseLong(field.min()));
    }
    if (field.isNumber() && !field.max().isEmpty()) {
      schema.put("maximum", Long.parseLong(field.max()));
    }
    if (!field.description().isEmpty()) {
      schema.put("description", field.description());
    }
    if (isRequest && schema.has("type")) {
      String type = schema.get("type").stringValue();
      schema.putArray("type").add(type).add("null");
    }
    if (isRequest && schema.get("enum") instanceof ArrayNode constants) {
      constants.addNull();
    }
    return schema;
  }

  private static ObjectNode value(Class<?> type, Class<?> element, boolean isRequest) {
    ObjectNode schema = NODES.objectNode();
    if (type.equals(Json.class)) {
      return schema;
    } else if (type.isRecord() && !Wire.isText(type)) {
      return object(type, isRequest);
    } else if (type.equals(OptionalLong.class)) {
      schema.putArray("type").add("integer").add("null");
    } else if (List.class.isAssignableFrom(type)) {
      schema.put("type", "array").set("items", value(element, element, isRequest));
    } else if (Map.class.isAssignableFrom(type)) {
      schema.put("type", "object").set("additionalProperties", value(element, element, isRequest));
    } else if (type.equals(boolean.class)) {
      schema.put("type", "boolean");
    } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      schema.put("type", "integer");
    } else {
      schema.put("type", "string");
    }
    if (type.equals(Instant.class)) {
      schema.put("format", "date-time");
    }
    if (type.isEnum()) {
      ArrayNode constants = schema.putArray("enum");
      for (Object constant : type.getEnumConstants()) {
        constants.add(constant.toString());
      }
    }
    return schema;
  }
}
