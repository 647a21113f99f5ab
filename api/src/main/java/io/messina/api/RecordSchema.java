package io.messina.api;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schemas of records. */
public final class RecordSchema {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RecordSchema() {}

  /** The schema of an answer. */
  public static JsonNode answer(Class<?> record) {
    return value(record, record, Use.ANSWER);
  }

  /**
   * The schema of a change of a record.
   *
   * @return a schema without other fields, all of which may be absent, or null for the default
   */
  public static JsonNode change(Class<? extends Record> record) {
    return object(record, Use.CHANGE);
  }

  /**
   * The schema of a record in a request.
   *
   * @return a schema without other fields, of which those are required that have no default
   */
  public static JsonNode request(Class<? extends Record> record) {
    return object(record, Use.REQUEST);
  }

  private enum Use {
    ANSWER,
    CHANGE,
    REQUEST;

    private boolean requires(RecordField field) {
      return this == ANSWER ? !field.mayBeAbsent() : this == REQUEST && field.isRequired();
    }
  }

  private static ObjectNode object(Class<?> record, Use use) {
    ObjectNode schema = NODES.objectNode().put("type", "object");
    List<RecordField> fields = RecordField.of(record);
    if (use != Use.ANSWER) {
      schema.put("additionalProperties", false);
    }
    ArrayNode required = NODES.arrayNode();
    fields.stream().filter(use::requires).forEach(field -> required.add(field.name()));
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    ObjectNode properties = schema.putObject("properties");
    fields.forEach(field -> properties.set(field.name(), property(field, use)));
    return schema;
  }

  private static ObjectNode property(RecordField field, Use use) {
    ObjectNode schema = value(field.type(), field.element(), use);
    bound(schema, field.min(), field.isNumber() ? "minimum" : "");
    bound(schema, field.max(), field.mostName());
    if (!field.description().isEmpty()) {
      schema.put("description", field.description());
    }
    boolean isNullable = use != Use.ANSWER && !use.requires(field);
    if (isNullable && schema.has("type")) {
      String type = schema.get("type").stringValue();
      schema.putArray("type").add(type).add("null");
    }
    if (isNullable && schema.get("enum") instanceof ArrayNode constants) {
      constants.addNull();
    }
    return schema;
  }

  private static void bound(ObjectNode schema, String bound, String name) {
    if (!bound.isEmpty() && !name.isEmpty()) {
      schema.put(name, Long.parseLong(bound));
    }
  }

  private static ObjectNode value(Class<?> type, Class<?> element, Use use) {
    ObjectNode schema = NODES.objectNode();
    if (type.equals(Json.class) || type.isAnnotationPresent(JsonDeserialize.class)) {
      return schema;
    } else if (type.isAnnotationPresent(JsonTypeInfo.class)) {
      return oneOf(type, use);
    } else if (type.isRecord() && !Wire.isText(type)) {
      return object(type, use);
    } else if (type.equals(OptionalLong.class)) {
      schema.putArray("type").add("integer").add("null");
    } else if (type.equals(Optional.class)) {
      schema.putArray("type").add("string").add("null");
    } else if (List.class.isAssignableFrom(type)) {
      schema.put("type", "array").set("items", value(element, element, use));
    } else if (Map.class.isAssignableFrom(type)) {
      schema.put("type", "object").set("additionalProperties", value(element, element, use));
    } else if (type.equals(boolean.class) || type.equals(Boolean.class)) {
      schema.put("type", "boolean");
    } else if (type.equals(double.class)) {
      schema.put("type", "number");
    } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      schema.put("type", "integer");
    } else {
      schema.put("type", "string");
    }
    describe(schema, type);
    return schema;
  }

  /** One of several records, which a field tells apart. */
  private static ObjectNode oneOf(Class<?> type, Use use) {
    ObjectNode schema = NODES.objectNode();
    ArrayNode alternatives = schema.putArray("oneOf");
    String property = type.getAnnotation(JsonTypeInfo.class).property();
    for (JsonSubTypes.Type each : type.getAnnotation(JsonSubTypes.class).value()) {
      ObjectNode alternative = object(each.value(), use);
      alternative.withArray("required").add(property);
      alternative.withObject("properties").putObject(property).put("const", each.name());
      alternatives.add(alternative);
    }
    return schema;
  }

  private static void describe(ObjectNode schema, Class<?> type) {
    if (type.equals(Instant.class)) {
      schema.put("format", "date-time");
    }
    if (type.isEnum()) {
      ArrayNode constants = schema.putArray("enum");
      for (Object constant : type.getEnumConstants()) {
        constants.add(constant.toString());
      }
    }
  }
}
