package io.messina.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A field of a record in JSON: its {@link Field}, the checks of its values, and its default.
 *
 * @param name in snake case
 * @param type of the value; of an optional, the type of its content
 * @param element the type of the elements of a list or the values of a map; else as {@code type}
 * @param mayBeAbsent whether JSON may lack it
 * @param description the sentence of {@link Field}; empty if there is none
 * @param min the lower bound in JSON; empty for none
 * @param max the upper bound in JSON; empty for none
 * @param bounds whether a value is between them
 * @param mayBeForever whether a duration may be {@link Durations#FOREVER}
 * @param otherwise the default in JSON, or {@link Field#REQUIRED}
 */
public record RecordField(
    String name,
    Class<?> type,
    Class<?> element,
    boolean mayBeAbsent,
    String description,
    String min,
    String max,
    Predicate<Object> bounds,
    boolean mayBeForever,
    String otherwise) {

  /** By component; empty for a record whose fields are among the others. */
  private static final ClassValue<List<Optional<RecordField>>> COMPONENTS =
      perClass(
          type ->
              Arrays.stream(type.getRecordComponents())
                  .map(
                      each -> Optional.of(each).filter(it -> !isUnwrapped(it)).map(RecordField::of))
                  .toList());

  private static final ClassValue<Map<String, RecordField>> FIELDS = perClass(RecordField::fields);

  private static final ClassValue<ObjectNode> DEFAULTS = perClass(RecordField::defaults);

  /** Whether a field of a record, or of a record within it, has a default. */
  private static final ClassValue<Boolean> HAS_DEFAULTS =
      perClass(
          type ->
              of(type).stream()
                  .anyMatch(
                      field ->
                          field.hasDefault() || (field.isRecord() && hasDefaults(field.type))));

  static <T> ClassValue<T> perClass(Function<Class<?>, T> compute) {
    return new ClassValue<>() {
      @Override
      protected T computeValue(Class<?> type) {
        return compute.apply(type);
      }
    };
  }

  private static Map<String, RecordField> fields(Class<?> record) {
    Map<String, RecordField> fields = new LinkedHashMap<>();
    RecordComponent[] components = record.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      Class<?> part = components[i].getType();
      COMPONENTS
          .get(record)
          .get(i)
          .ifPresentOrElse(
              field -> fields.put(field.name(), field), () -> fields.putAll(byName(part)));
    }
    return Collections.unmodifiableMap(fields);
  }

  private static ObjectNode defaults(Class<?> record) {
    ObjectNode defaults = JsonNodeFactory.instance.objectNode();
    of(record).stream()
        .filter(RecordField::hasDefault)
        .forEach(field -> defaults.set(field.name, field.defaultValue()));
    return defaults;
  }

  /** The fields of a record in their order, including its unwrapped parts. */
  public static List<RecordField> of(Class<?> record) {
    return List.copyOf(byName(record).values());
  }

  static RecordField named(Class<?> record, String name) {
    return Objects.requireNonNull(byName(record).get(name), name);
  }

  private static Map<String, RecordField> byName(Class<?> record) {
    return FIELDS.get(record);
  }

  /**
   * Checks the values of a record against the bounds of its components.
   *
   * @param values in the order of the components
   */
  public static void check(Class<?> record, @Nullable Object... values) {
    List<Optional<RecordField>> components = COMPONENTS.get(record);
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      components.get(i).ifPresent(field -> field.checkIfPresent(value));
    }
  }

  /**
   * Checks the fields of an object in JSON, each by itself.
   *
   * @param prefix of names in sentences: empty, or the path of the object with a dot
   * @param isWhole whether required fields must be present
   */
  static void checkAll(String prefix, JsonNode node, Class<?> record, boolean isWhole) {
    if (!node.isObject()) {
      throw WireException.wrongType("body", Wire.shown(node), "an object");
    }
    Map<String, RecordField> known = byName(record);
    node.forEachEntry(
        (name, value) -> {
          RecordField field = known.get(name);
          if (field == null) {
            throw new WireException(
                WireException.Fault.UNKNOWN_FIELD,
                "%s%s (expected: %s)"
                    .formatted(prefix, Shown.text(name), String.join(", ", known.keySet())));
          }
          if (!value.isNull()) {
            field.check(prefix, value, isWhole);
          }
        });
    for (RecordField field : known.values()) {
      if (isWhole && field.isRequired() && field.isAbsent(node)) {
        throw field.absent(prefix);
      }
    }
  }

  static boolean hasDefaults(Class<?> type) {
    return type.isRecord() && !Wire.isText(type) && HAS_DEFAULTS.get(type);
  }

  /** Adds the defaults of absent fields to an object, also in records within it. */
  static ObjectNode completed(ObjectNode object, Class<?> record) {
    ObjectNode defaults = DEFAULTS.get(record);
    ObjectNode whole = object.deepCopy();
    for (RecordField field : byName(record).values()) {
      JsonNode standard = defaults.get(field.name);
      if (field.isAbsent(object)) {
        if (standard != null) {
          whole.set(field.name, standard.deepCopy());
        }
      } else if (field.isRecord() && object.get(field.name) instanceof ObjectNode inner) {
        ObjectNode given = standard instanceof ObjectNode known ? known.deepCopy() : inner;
        whole.set(field.name, completed(given.setAll(inner), field.type));
      }
    }
    return whole;
  }

  /** Whether an object lacks the field. Null is a value where any JSON is required. */
  private boolean isAbsent(JsonNode object) {
    JsonNode value = object.get(name);
    return value == null || (value.isNull() && !(isJson() && isRequired()));
  }

  private boolean hasDefault() {
    return !otherwise.equals(Field.REQUIRED);
  }

  private JsonNode defaultValue() {
    return isNumber() || isFlag() || isJson() || isList() || isRecord() || type.equals(Map.class)
        ? Wire.tree(otherwise)
        : JsonNodeFactory.instance.stringNode(otherwise);
  }

  /**
   * Checks a value in JSON.
   *
   * @param path of its record: empty, or ending with a dot
   */
  public void check(String path, JsonNode node) {
    check(path, node, false);
  }

  private void check(String path, JsonNode node, boolean isWhole) {
    if (isRecord()) {
      if (!node.isObject()) {
        throw WireException.wrongType(path + name, Wire.shown(node), "an object");
      }
      checkAll(path + name + ".", node, type, isWhole);
    } else if (isList()) {
      checkElements(path, node);
    } else if (type.equals(Map.class)) {
      checkEntries(path, node);
    } else if (!isJson() && !(mayBeForever && node.asString("").equals(Durations.FOREVER))) {
      checkBounds(path, value(path, node));
    }
  }

  void check(Object value) {
    checkBounds("", value);
  }

  private void checkElements(String path, JsonNode node) {
    if (!node.isArray()) {
      throw WireException.wrongType(path + name, Wire.shown(node), "a list");
    }
    checkBounds(path, node);
    RecordField inner = inner("");
    for (int i = 0; i < node.size(); i++) {
      int at = i;
      checkInner(inner, node.get(i), () -> path + name + "[" + at + "]");
    }
  }

  private void checkEntries(String path, JsonNode node) {
    if (!node.isObject()) {
      throw WireException.wrongType(path + name, Wire.shown(node), "an object");
    }
    RecordField inner = inner("");
    node.forEachEntry(
        (key, value) -> checkInner(inner, value, () -> path + name + "." + Shown.text(key)));
  }

  /** The name of the place is made only if a value is wrong. */
  private void checkInner(RecordField inner, JsonNode node, Supplier<String> place) {
    try {
      inner.check("", node, true);
    } catch (WireException e) {
      inner(place.get()).check("", node, true);
    }
  }

  private RecordField inner(String place) {
    return new RecordField(
        place, element, element, false, "", "", "", RecordField::any, false, Field.REQUIRED);
  }

  /** Whether a request must have it: it has no default, and must not be absent. */
  public boolean isRequired() {
    return !mayBeAbsent && !hasDefault();
  }

  /** The expected value, as in {@code from 1s to 12h}. */
  public String expected() {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(" or "));
    }
    if (isRecord() || type.equals(Map.class)) {
      return "an object";
    }
    String least = min.isEmpty() ? "" : "from " + min + " ";
    String most = max.isEmpty() ? "" : (min.isEmpty() ? "up to " : "to ") + max;
    String bounds = (least + most).strip();
    if (isNumber()) {
      return ("a whole number " + bounds).strip();
    } else if (isList()) {
      return bounds.isEmpty() ? "a list" : bounds + " elements";
    } else if (isJson()) {
      return "any JSON";
    }
    if (mayBeForever) {
      return bounds + ", or " + Durations.FOREVER;
    }
    if (type.equals(String.class) && !bounds.isEmpty()) {
      return bounds + " characters";
    }
    return isFlag() ? "true or false" : bounds.isEmpty() ? "a text" : bounds;
  }

  /** Whether it is a whole number. */
  public boolean isNumber() {
    return type.equals(int.class)
        || type.equals(long.class)
        || type.equals(Integer.class)
        || type.equals(Long.class);
  }

  private boolean isInt() {
    return type.equals(int.class) || type.equals(Integer.class);
  }

  /** Whether it is a duration, as in {@code 30s}. */
  public boolean isDuration() {
    return type.equals(Duration.class);
  }

  /** Whether it is an object with fields; false of a record that is one text. */
  public boolean isRecord() {
    return type.isRecord() && !Wire.isText(type) && !isJson();
  }

  /** Whether it is a list of objects with fields. */
  public boolean isListOfRecords() {
    return isList() && element.isRecord() && !Wire.isText(element);
  }

  /** Whether it is any JSON: {@link Json}, or a type with its own reader. */
  public boolean isJson() {
    return type.equals(Json.class) || type.isAnnotationPresent(JsonDeserialize.class);
  }

  /** Whether it is true or false. */
  public boolean isFlag() {
    return type.equals(boolean.class) || type.equals(Boolean.class);
  }

  /** The keyword of JSON Schema for its upper bound; empty if there is none. */
  String mostName() {
    if (isNumber()) {
      return "maximum";
    } else if (isList()) {
      return "maxItems";
    }
    return type.equals(String.class) ? "maxLength" : "";
  }

  private boolean isList() {
    return type.equals(List.class);
  }

  private Object value(String path, JsonNode node) {
    if (isNumber() && node.isIntegralNumber()) {
      if (!(isInt() ? node.canConvertToInt() : node.canConvertToLong())) {
        throw outOfBounds(path, Wire.shown(node));
      }
      return node.longValue();
    } else if (isFlag() && node.isBoolean()) {
      return node.booleanValue();
    } else if (isNumber() || isFlag() || !node.isString()) {
      throw WireException.wrongType(path + name, Wire.shown(node), expected(isNumber()));
    }
    return text(path, node.stringValue());
  }

  private String expected(boolean precisely) {
    return precisely || !isDuration() ? expected() : "a text";
  }

  private Object text(String path, String text) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> constant.toString().equals(text))
          .findAny()
          .orElseThrow(() -> WireException.wrongType(path + name, Shown.text(text), expected()));
    }
    try {
      return Wire.parse(type, text);
    } catch (WireException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new WireException(
          WireException.Fault.WRONG_TYPE, path + name, String.valueOf(e.getMessage()));
    }
  }

  private void checkIfPresent(@Nullable Object value) {
    if (value == null) {
      throw absent("");
    } else if (!(value instanceof Optional<?> optional)) {
      checkBounds("", value);
    } else if (optional.isPresent()) {
      checkBounds("", optional.get());
    }
  }

  private WireException absent(String path) {
    return new WireException(
        WireException.Fault.ABSENT, path + name + ": absent (expected: " + expected() + ")");
  }

  private void checkBounds(String path, Object value) {
    if (!bounds.test(value)) {
      throw outOfBounds(path, shown(value));
    }
  }

  private WireException outOfBounds(String path, String shown) {
    String most = isInt() && max.isEmpty() ? " up to " + Integer.MAX_VALUE : "";
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS,
        path + name,
        shown + " (expected: " + expected() + most + ")");
  }

  private static String shown(Object value) {
    if (value instanceof Duration time) {
      return Durations.format(time);
    }
    if (value instanceof String text) {
      return text.length() + " characters";
    }
    return value instanceof JsonNode || value instanceof List<?>
        ? comparable(value).toString()
        : value.toString();
  }

  static boolean isUnwrapped(RecordComponent component) {
    return component.getAccessor().isAnnotationPresent(JsonUnwrapped.class);
  }

  private static RecordField of(RecordComponent component) {
    Field field = component.getAnnotation(Field.class);
    Class<?> raw = component.getType();
    boolean isOptional = raw.equals(Optional.class);
    Class<?> element = element(component);
    Class<?> type = isOptional ? element : raw;
    return new RecordField(
        name(component),
        type,
        element,
        isOptional
            || (component.getAccessor().isAnnotationPresent(JsonInclude.class)
                && (raw.isInterface() || raw.equals(int.class))),
        field == null ? "" : field.value(),
        field == null ? "" : field.min(),
        field == null ? "" : field.max(),
        field == null ? RecordField::any : bounds(field.min(), field.max(), type),
        component.getAccessor().isAnnotationPresent(Forever.class),
        field == null ? Field.REQUIRED : field.otherwise());
  }

  private static boolean any(Object value) {
    return true;
  }

  /** Parses the bounds once for all values. */
  private static Predicate<Object> bounds(String min, String max, Class<?> type) {
    return bound(min, type, order -> order >= 0).and(bound(max, type, order -> order <= 0));
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private static Predicate<Object> bound(String text, Class<?> type, IntPredicate isWithin) {
    if (text.isEmpty()) {
      return RecordField::any;
    }
    Object bound =
        type.equals(Duration.class) || type.equals(Instant.class)
            ? Wire.parse(type, text)
            : Long.valueOf(text);
    return value -> isWithin.test(((Comparable<Object>) comparable(value)).compareTo(bound));
  }

  private static Object comparable(Object value) {
    if (value instanceof JsonNode list) {
      return (long) list.size();
    } else if (value instanceof List<?> list) {
      return (long) list.size();
    } else if (value instanceof String text) {
      return (long) text.length();
    }
    return value instanceof Number number ? number.longValue() : value;
  }

  /** The last argument of a generic type. */
  private static Class<?> element(RecordComponent component) {
    if (component.getGenericType() instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      Type last = arguments[arguments.length - 1];
      return (Class<?>) (last instanceof ParameterizedType inner ? inner.getRawType() : last);
    }
    return component.getType();
  }

  private static String name(RecordComponent component) {
    JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
    return given == null ? snakeCase(component.getName()) : given.value();
  }

  static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
