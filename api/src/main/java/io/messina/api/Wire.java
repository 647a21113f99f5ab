package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * The one form of all records in JSON: names in snake case, durations as {@code 30s}, times of RFC
 * 3339, constants in lower case. Absent values are left out.
 */
public final class Wire {

  /** Values that are one text, with their readers. */
  private static final Map<Class<?>, Function<String, ?>> TEXTS = new LinkedHashMap<>();

  /** Types of other packages say it themselves. */
  private static final ClassValue<Boolean> IS_WRITTEN_AS_TEXT =
      RecordField.perClass(
          type ->
              Arrays.stream(type.getDeclaredMethods())
                  .anyMatch(method -> method.isAnnotationPresent(JsonValue.class)));

  private static final JsonMapper MAPPER = mapper();

  /** Parsers with the bounds of events, which are within a line that is an object itself. */
  private static final JsonFactory EVENTS =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(EventBounds.JSON_DEPTH_MAX - 1)
                  .maxNumberLength(EventBounds.JSON_NUMBER_CHARS_MAX)
                  .maxNameLength(EventBounds.JSON_NAME_BYTES_MAX)
                  .build())
          .build();

  private Wire() {}

  /** Writes a record. */
  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /**
   * Writes a record of a request in one line of UTF-8.
   *
   * @throws WireException if UTF-8 cannot hold a text
   */
  public static byte[] utf8(Object value) {
    String json = write(value);
    if (!Checks.isUtf8(json)) {
      checkTexts("", MAPPER.valueToTree(value));
    }
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a record into a generator that expects a value. */
  public static void write(JsonGenerator json, Object value) {
    MAPPER.writeValue(json, value);
  }

  /** Writes the fields of a record into a generator that expects a field of an object. */
  public static void writeFields(JsonGenerator json, Object value) {
    MAPPER
        .<ObjectNode>valueToTree(value)
        .forEachEntry(
            (name, field) -> {
              json.writeName(name);
              MAPPER.writeValue(json, field);
            });
  }

  /**
   * The fields of a record, to be shown to people.
   *
   * @return by name, in their order, as texts, numbers, lists and maps; null if absent
   */
  public static Map<String, @Nullable Object> fields(Object value) {
    Map<String, Object> present = present(value);
    List<RecordField> known = RecordField.of(value.getClass());
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(present);
    fields.keySet().removeAll(known.stream().map(RecordField::name).toList());
    known.forEach(field -> fields.put(field.name(), present.get(field.name())));
    return fields;
  }

  /**
   * The fields of a record that are written.
   *
   * @return by name, in their order; JSON within it as it is written
   */
  @SuppressWarnings("unchecked") // as Jackson makes it
  public static Map<String, Object> present(Object value) {
    return MAPPER.convertValue(value, LinkedHashMap.class);
  }

  /**
   * Reads a record of an answer, as {@link #write} makes it. Unknown fields are skipped, and absent
   * ones have their defaults, since an older server may have written it.
   *
   * @throws JacksonException if it is something else
   */
  public static <T> T read(byte[] json, Class<T> type) {
    return RecordField.hasDefaults(type)
            && MAPPER.readValue(json, JsonNode.class) instanceof ObjectNode object
        ? MAPPER.treeToValue(RecordField.completed(object, type), type)
        : MAPPER.readValue(json, type);
  }

  /** Reads a stored record, as {@link #read(byte[], Class)} does. */
  public static <T> T read(String json, Class<T> type) {
    return read(json.getBytes(StandardCharsets.UTF_8), type);
  }

  /** Reads a list of records without defaults, as {@link #read(byte[], Class)} does. */
  public static <T> List<T> readAll(byte[] json, Class<T> type) {
    return List.copyOf(MAPPER.readerForListOf(type).<List<T>>readValue(json));
  }

  /** The record of a request without fields, each of which has a default. */
  public static <T extends Record> T defaults(Class<T> type) {
    return of(type, Map.of());
  }

  /**
   * The record of a request with some fields; the others have defaults.
   *
   * @param given values by the names in JSON
   */
  public static <T extends Record> T of(Class<T> type, Map<String, ?> given) {
    return request(MAPPER.valueToTree(given), type);
  }

  /**
   * Reads a record of a request. A value that is absent or null is the default of its {@link
   * Field}.
   *
   * @param request an object with its fields, of whose numbers all digits are kept
   * @throws WireException with a sentence that names the field, if one is unknown, required and
   *     absent, of another type, out of its bounds, or a text that UTF-8 cannot hold
   */
  public static <T extends Record> T request(JsonNode request, Class<T> type) {
    return request("", request, type);
  }

  /**
   * Reads a record of an object within a request, as {@link #request(JsonNode, Class)} does.
   *
   * @param path of the object, for sentences; empty, or ending with a dot
   */
  public static <T extends Record> T request(String path, JsonNode request, Class<T> type) {
    checkTexts(path, request);
    RecordField.checkAll(path, request, type, true);
    return bound(RecordField.completed((ObjectNode) request, type), type);
  }

  /**
   * Checks that UTF-8 can hold all texts; storing others would change them. Parsers check names.
   */
  private static void checkTexts(String path, JsonNode request) {
    if (!hasOnlyUtf8(request)) {
      request.forEachEntry((name, value) -> checkText(path + Shown.text(name), value));
    }
  }

  private static boolean hasOnlyUtf8(JsonNode node) {
    return node.isString()
        ? Checks.isUtf8(node.stringValue())
        : node.valueStream().allMatch(Wire::hasOnlyUtf8);
  }

  private static void checkText(String place, JsonNode node) {
    if (node.isString()) {
      Names.checkUtf8(WireException.Fault.WRONG_TYPE, place, node.stringValue());
    }
    node.forEachEntry((name, value) -> checkText(place + "." + Shown.text(name), value));
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      checkText(place + "[" + i + "]", node.get(i));
    }
  }

  /**
   * Changes a record by the fields of a request: a merge patch of RFC 7386, except that null means
   * the default.
   *
   * @param standing the record before
   * @param change an object with some of its fields
   * @param defaults values for null
   * @throws WireException with a sentence that names the field, if one is unknown, of another type
   *     or out of its bounds
   */
  public static <T extends Record> T change(T standing, JsonNode change, T defaults) {
    return change("", standing, change, defaults);
  }

  /**
   * Changes a record by an object within a request, as {@link #change(Record, JsonNode, Record)}.
   *
   * @param path of the object, for sentences; empty, or ending with a dot
   */
  public static <T extends Record> T change(String path, T standing, JsonNode change, T defaults) {
    checkTexts(path, change);
    RecordField.checkAll(path, change, standing.getClass(), false);
    ObjectNode tree = MAPPER.valueToTree(standing);
    return bound(merged(tree, (ObjectNode) change, MAPPER.valueToTree(defaults)), type(defaults));
  }

  /**
   * Checks the fields of a request, each value by itself.
   *
   * @param change an object with some of the record's fields
   * @throws WireException with a sentence that names the field, if one is unknown, of another type
   *     or out of its bounds
   */
  public static void check(JsonNode change, Class<? extends Record> record) {
    RecordField.checkAll("", change, record, false);
  }

  /**
   * The fields in which a record differs from another.
   *
   * @param standing the other
   */
  public static String difference(Record wanted, Record standing) {
    ObjectNode difference = MAPPER.valueToTree(wanted);
    reduce(difference, MAPPER.valueToTree(standing), wanted.getClass());
    return MAPPER.writeValueAsString(difference);
  }

  /** Leaves the fields that differ, also in records within. */
  private static void reduce(ObjectNode wanted, ObjectNode standing, Class<?> record) {
    for (RecordField field : RecordField.of(record)) {
      JsonNode value = wanted.get(field.name());
      JsonNode other = standing.get(field.name());
      if (value == null && other != null) {
        wanted.putNull(field.name());
      } else if (value != null && value.equals(other)) {
        wanted.remove(field.name());
      } else if (field.isRecord()
          && value instanceof ObjectNode inner
          && other instanceof ObjectNode within) {
        reduce(inner, within, field.type());
      }
    }
  }

  static JsonNode tree(String json) {
    return MAPPER.readTree(json);
  }

  static String shown(JsonNode node) {
    return node.isObject() ? "an object" : node.isArray() ? "a list" : Shown.text(node.toString());
  }

  static boolean isText(Class<?> type) {
    return TEXTS.containsKey(type) || IS_WRITTEN_AS_TEXT.get(type);
  }

  /** Reads a value that is one text. */
  static Object parse(Class<?> type, String text) {
    return IS_WRITTEN_AS_TEXT.get(type)
        ? bound(JsonNodeFactory.instance.stringNode(text), type)
        : TEXTS.getOrDefault(type, Function.identity()).apply(text);
  }

  /** Why a text is not one value of JSON; empty if it is. */
  static Optional<String> malformed(byte[] utf8) {
    try (JsonParser json = EVENTS.createParser(ObjectReadContext.empty(), utf8)) {
      boolean found = json.nextToken() != null;
      json.skipChildren();
      boolean alone = json.nextToken() == null;
      return found && alone
          ? Optional.empty()
          : Optional.of(found ? "more than one value" : "nothing");
    } catch (JacksonException e) {
      return Optional.of(StrictJson.fault(e));
    }
  }

  /** Any JSON without blanks. */
  static String shortest(String json) {
    try {
      return MAPPER.readTree(json).toString();
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "json: " + Shown.text(json) + " (expected: well-formed JSON)", e);
    }
  }

  private static ObjectNode merged(ObjectNode standing, ObjectNode change, ObjectNode defaults) {
    ObjectNode merged = standing.deepCopy();
    change.forEachEntry(
        (name, value) -> {
          JsonNode inner = merged.get(name);
          JsonNode standard = defaults.get(name);
          if (value.isNull() && standard == null) {
            merged.remove(name);
          } else if (value.isNull()) {
            merged.set(name, standard);
          } else if (value instanceof ObjectNode object
              && inner instanceof ObjectNode present
              && standard instanceof ObjectNode whole) {
            merged.set(name, merged(present, object, whole));
          } else {
            merged.set(name, value);
          }
        });
    return merged;
  }

  private static <T> T bound(JsonNode tree, Class<T> type) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JacksonException e) {
      throw cause(e);
    }
  }

  /**
   * The sentence of a record about its values has no path, except for an entry of a map, of which
   * there may be many.
   */
  private static WireException cause(JacksonException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof WireException wrong) {
        String entry = entry(e);
        return entry.isEmpty()
            ? wrong
            : new WireException(wrong.fault(), entry + wrong.getMessage());
      } else if (cause instanceof IllegalArgumentException) {
        return new WireException(
            WireException.Fault.OUT_OF_BOUNDS, String.valueOf(cause.getMessage()));
      }
    }
    String place =
        e.getPath().stream()
            .map(JacksonException.Reference::getPropertyName)
            .filter(Objects::nonNull)
            .collect(Collectors.joining("."));
    return WireException.wrongType(
        place.isEmpty() ? "body" : place, "cannot be read", "as it is described");
  }

  /** The place of the innermost entry of a map on the way, with a dot; empty if there is none. */
  private static String entry(JacksonException e) {
    StringBuilder place = new StringBuilder();
    int end = 0;
    for (JacksonException.Reference step : e.getPath()) {
      if (step.getPropertyName() != null) {
        place.append(Shown.text(step.getPropertyName())).append('.');
        end = step.from() instanceof Map ? place.length() : end;
      }
    }
    return place.substring(0, end);
  }

  @SuppressWarnings("unchecked") // the class of a T
  private static <T> Class<T> type(T value) {
    return (Class<T>) value.getClass();
  }

  private static JsonMapper mapper() {
    SimpleModule texts = new SimpleModule();
    text(texts, Duration.class, Durations::format, Durations::parse);
    text(texts, Instant.class, Times::format, Times::parse);
    text(texts, Position.class, Position::toString, Position::parse);
    text(texts, StreamName.class, StreamName::toString, StreamName::new);
    text(texts, GroupName.class, GroupName::toString, GroupName::new);
    text(texts, EventId.class, EventId::toString, EventId::new);
    text(texts, Receipt.class, Receipt::toString, Receipt::new);
    text(texts, ScheduleId.class, ScheduleId::toString, ScheduleId::new);
    text(texts, Start.class, Start::toString, Start::parse);
    texts.addSerializer(Json.class, new JsonWriter());
    texts.addDeserializer(Json.class, new JsonReader());
    return JsonMapper.builder()
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .withConfigOverride(
            List.class,
            override -> override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
        .withConfigOverride(
            Map.class,
            override -> override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
        .addModule(texts)
        .build();
  }

  private static <T> void text(
      SimpleModule module,
      Class<T> type,
      Function<? super T, String> format,
      Function<String, ? extends T> parse) {
    TEXTS.put(type, parse);
    module.addSerializer(type, new TextWriter<>(type, format));
    module.addDeserializer(type, new TextReader<>(type, parse));
  }

  private static final class TextWriter<T> extends StdSerializer<T> {

    private final Function<? super T, String> format;

    TextWriter(Class<T> type, Function<? super T, String> format) {
      super(type);
      this.format = format;
    }

    @Override
    public void serialize(T value, JsonGenerator json, SerializationContext context) {
      json.writeString(format.apply(value));
    }
  }

  private static final class TextReader<T> extends StdDeserializer<T> {

    private final Class<T> type;
    private final Function<String, ? extends T> parse;

    TextReader(Class<T> type, Function<String, ? extends T> parse) {
      super(type);
      this.type = type;
      this.parse = parse;
    }

    @Override
    public T deserialize(JsonParser json, DeserializationContext context) {
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return type.cast(context.handleUnexpectedToken(type, json));
      }
      return parse.apply(json.getString());
    }
  }

  private static final class JsonWriter extends StdSerializer<Json> {

    JsonWriter() {
      super(Json.class);
    }

    @Override
    public void serialize(Json value, JsonGenerator json, SerializationContext context) {
      // A generator of another mapper cannot write trees.
      MAPPER.readTree(value.text()).serialize(json, context);
    }
  }

  private static final class JsonReader extends StdDeserializer<Json> {

    JsonReader() {
      super(Json.class);
    }

    @Override
    public Json deserialize(JsonParser json, DeserializationContext context) {
      return new Json(context.readTree(json).toString());
    }
  }

  static final class ForeverWriter extends StdSerializer<Optional<Duration>> {

    ForeverWriter() {
      super(Optional.class);
    }

    @Override
    public void serialize(
        Optional<Duration> value, JsonGenerator json, SerializationContext context) {
      json.writeString(Durations.formatIfEnding(value));
    }
  }

  static final class ForeverReader extends StdDeserializer<Optional<Duration>> {

    ForeverReader() {
      super(Optional.class);
    }

    @Override
    public Optional<Duration> deserialize(JsonParser json, DeserializationContext context) {
      return Durations.parseIfEnding(json.getString());
    }
  }
}
