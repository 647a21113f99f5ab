package io.messina.server.http;

import io.messina.api.ProblemCode;
import io.messina.api.RecordField;
import io.messina.api.Shown;
import io.messina.api.Wire;
import io.messina.api.WireException;
import io.messina.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a JSON object in a request: each is asked for by name and type, then {@link #end}
 * refuses the others. A field that is null counts as absent. All methods throw {@link
 * ProblemException} with a sentence that names the field. For one thread.
 */
public final class Fields {

  private final String path;
  private final ObjectNode object;
  private final Set<String> asked = new LinkedHashSet<>();

  private Fields(String path, ObjectNode object) {
    this.path = path;
    this.object = object;
  }

  /** The fields of a body. */
  public static Fields of(JsonNode body) {
    return of("", body);
  }

  /** The fields of an object within a body. */
  public static Fields of(String path, JsonNode node) {
    if (node instanceof ObjectNode object) {
      return new Fields(path.isEmpty() ? "" : path + ".", object);
    }
    throw FieldValues.wrong(path.isEmpty() ? "body" : path, node, "an object");
  }

  /** The fields of an object without any. */
  public static Fields none() {
    return new Fields("", JsonNodeFactory.instance.objectNode());
  }

  /** A text. */
  public Optional<String> text(String name) {
    return find(name).map(node -> FieldValues.text(path + name, node));
  }

  /**
   * A text that is turned into something else.
   *
   * @param parse gives the value, or throws {@link IllegalArgumentException} with a sentence
   */
  public <T> Optional<T> text(String name, Function<String, T> parse) {
    return text(name).map(text -> parsed(name, text, parse));
  }

  /** Any JSON. */
  public Optional<JsonNode> json(String name) {
    return find(name);
  }

  /**
   * A list of objects.
   *
   * @return the fields of each; none if it is absent
   */
  public List<Fields> objects(String name, int max) {
    List<Fields> objects = new ArrayList<>();
    for (JsonNode element : elements(name, max)) {
      objects.add(of(path + name + "[" + objects.size() + "]", element));
    }
    return objects;
  }

  /** A field that must be present. */
  public <T> T required(String name, Optional<T> value) {
    return value.orElseThrow(
        () ->
            new ProblemException(
                ProblemCode.BAD_REQUEST, path + name + ": absent (expected: a value)"));
  }

  /**
   * A list of anything.
   *
   * @return the values; none if it is absent
   */
  public <T> List<T> list(String name, int max, BiFunction<String, JsonNode, T> each) {
    List<T> values = new ArrayList<>();
    for (JsonNode element : elements(name, max)) {
      values.add(each.apply(path + name + "[" + values.size() + "]", element));
    }
    return values;
  }

  /**
   * Texts by name.
   *
   * @return in their order; none if it is absent
   */
  public Map<String, String> textsByName(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    find(name)
        .map(node -> of(path + name, node))
        .ifPresent(
            fields -> {
              for (String each : fields.object.propertyNames()) {
                texts.put(each, fields.text(each).orElse(""));
              }
            });
    return texts;
  }

  /**
   * Whether a field is present and null.
   *
   * @return false if it is absent
   */
  public boolean isNull(String name) {
    asked.add(name);
    JsonNode node = object.get(name);
    return node != null && node.isNull();
  }

  /**
   * Refuses fields that no record of a class could take: to be called before anything is read or
   * locked for the change.
   */
  public Fields check(Class<? extends Record> record) {
    Wire.check(object, record);
    return this;
  }

  /**
   * A record after all these fields have changed it.
   *
   * @param defaults the meaning of null
   * @throws WireException if a field is wrong
   */
  public <T extends Record> T change(T standing, T defaults) {
    return Wire.change(standing, object, defaults);
  }

  /**
   * All these fields as a record.
   *
   * @return the record; what is absent is as by default
   * @throws WireException if a field is wrong, or absent and required
   */
  public <T extends Record> T read(Class<T> type) {
    return Wire.request(object, type);
  }

  /**
   * The remaining fields as a record.
   *
   * @return the record; what is absent is as by default
   * @throws ProblemException if one is unknown
   * @throws WireException if a field is wrong
   */
  public <T extends Record> T rest(Class<T> type) {
    return Wire.request(path, rest(RecordField.of(type)), type);
  }

  /**
   * A record changed by the remaining fields.
   *
   * @param usual the values of absent and null fields
   * @throws ProblemException if one is unknown
   * @throws WireException if a field is wrong
   */
  public <T extends Record> T rest(T usual) {
    ObjectNode rest = rest(RecordField.of(usual.getClass()));
    return rest.isEmpty() ? usual : Wire.change(path, usual, rest, usual);
  }

  private ObjectNode rest(List<RecordField> known) {
    ObjectNode rest = JsonNodeFactory.instance.objectNode();
    object.forEachEntry((name, value) -> rest.set(name, value));
    asked.forEach(rest::remove);
    known.forEach(field -> asked.add(field.name()));
    end();
    return rest;
  }

  /** Refuses the remaining fields; objects within are ended separately. */
  public void end() {
    for (String name : object.propertyNames()) {
      if (!asked.contains(name)) {
        throw new ProblemException(
            ProblemCode.UNKNOWN_FIELD, path + Shown.text(name) + " (expected: " + expected() + ")");
      }
    }
  }

  private String expected() {
    return asked.isEmpty() ? "none" : String.join(", ", asked);
  }

  private Optional<JsonNode> find(String name) {
    asked.add(name);
    return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
  }

  private Iterable<JsonNode> elements(String name, int max) {
    Optional<JsonNode> node = find(name);
    if (node.isEmpty()) {
      return List.of();
    }
    if (!node.get().isArray()) {
      throw FieldValues.wrong(path + name, node.get(), "a list");
    }
    if (node.get().size() > max) {
      throw FieldValues.invalid(path + name, node.get().size() + " elements", "at most " + max);
    }
    return node.get();
  }

  private <T> T parsed(String name, String text, Function<String, T> parse) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemCode.WRONG_TYPE, path + name + ": " + e.getMessage());
    }
  }
}
