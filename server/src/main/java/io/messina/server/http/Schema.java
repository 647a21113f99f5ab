package io.messina.server.http;

import io.messina.api.Field;
import io.messina.api.RecordSchema;
import io.messina.stream.json.ApiJson;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.node.ObjectNode;

/**
 * A component of {@code /openapi}, made from a record.
 *
 * @param name of the component
 * @param json its schema
 * @param parts the components that it refers to
 */
public record Schema(String name, ObjectNode json, List<Schema> parts) {

  private record Next(
      @Field("The after of the next page; absent on the last.") Optional<String> next) {}

  private record Nothing() {}

  private Schema(String name, Object json) {
    this(name, (ObjectNode) json, List.of());
  }

  /** The JSON of an answer; the component has the name of the record. */
  public static Schema answer(Class<?> record) {
    return answer(record.getSimpleName(), record);
  }

  /** The JSON of an answer. */
  public static Schema answer(String name, Class<?> record) {
    return new Schema(name, RecordSchema.answer(record));
  }

  /** The JSON of a request. */
  public static Schema request(String name, Class<? extends Record> record) {
    return new Schema(name, RecordSchema.request(record));
  }

  /** The JSON of a request in which each field may be absent, or null for its default. */
  public static Schema change(Class<? extends Record> record) {
    return new Schema(record.getSimpleName(), RecordSchema.change(record));
  }

  /** An answer with one list. */
  public static Schema all(String name, String field, Class<?> each) {
    return answer(name, Nothing.class).list(field, answer(each));
  }

  /** A page of a list. */
  public static Schema page(String name, String field, Schema each) {
    return answer(name, Next.class).list(field, each);
  }

  /**
   * One of several.
   *
   * @param keyword of JSON Schema, as in {@code oneOf}
   */
  public static Schema either(String name, String keyword, Schema... schemas) {
    ObjectNode json = ApiJson.MAPPER.createObjectNode();
    for (Schema each : schemas) {
      json.withArray(keyword).add(each.reference());
    }
    return new Schema(name, json, List.of(schemas));
  }

  /** The fields of this component and of a record. */
  public Schema and(String others, Class<? extends Record> record) {
    ObjectNode json = ApiJson.MAPPER.createObjectNode();
    json.putArray("allOf").add(reference()).add(RecordSchema.answer(record));
    return new Schema(others, json, List.of(this));
  }

  /** The same with a list before its other fields. */
  public Schema list(String field, Schema each) {
    ObjectNode changed = json.deepCopy();
    changed.withArray("required").add(field);
    ObjectNode list = changed.withObjectProperty("properties").putObject(field);
    list.put("type", "array").set("items", each.json);
    return new Schema(name, changed, joined(each.parts));
  }

  /**
   * The same with a reference in place of a node.
   *
   * @param place a JSON pointer
   */
  public Schema refer(String place, Schema part) {
    return put(place, part.reference(), List.of(part));
  }

  /**
   * The same with a schema in place of a node.
   *
   * @param place a JSON pointer
   */
  public Schema inline(String place, Schema part) {
    return put(place, part.json, part.parts);
  }

  private Schema put(String place, ObjectNode value, List<Schema> more) {
    JsonPointer pointer = JsonPointer.compile(place);
    ObjectNode changed = json.deepCopy();
    ((ObjectNode) changed.at(pointer.head())).set(pointer.last().getMatchingProperty(), value);
    return new Schema(name, changed, joined(more));
  }

  private List<Schema> joined(List<Schema> more) {
    return Stream.concat(parts.stream(), more.stream()).toList();
  }

  ObjectNode reference() {
    return ApiJson.MAPPER.createObjectNode().put("$ref", "#/components/schemas/" + name);
  }
}
