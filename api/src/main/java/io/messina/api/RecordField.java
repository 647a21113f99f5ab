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
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A field of a record as JSON has it.
 *
 * @param name in snake case
 * @param type what it holds; of what may be absent, the type of what is there
 * @param element of a list or a map, what it holds; else as its type
 * @param mayBeAbsent whether records are written without it
 * @param description what it means; empty if its type says enough
 * @param min the least that is allowed, as JSON has it; empty for none
 * @param max the most that is allowed, as JSON has it; empty for none
 * @param bounds whether a value is between them
 * @param mayBeForever whether a duration may be {@link Durations#FOREVER}
 * @param otherwise what a request means that is without it, as JSON has it; or {@link
 *     Field#REQUIRED}
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

  private static final Predicate<Object> ANY = bounds("", "", Object.class);

  /** By component of a record; none of one whose fields stand among the others. */
  private static final ClassValue<List<Optional<RecordField>>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Optional<RecordField>> computeValue(Class<?> type) {
          return Arrays.stream(type.getRecordComponents())
              .map(
                  each -> isUnwrapped(each) ? Optional.<RecordField>empty() : Optional.of(of(each)))
              .toList();
        }
      };

  private static final ClassValue<Map<String, RecordField>> FIELDS =
      new ClassValue<>() {
        @Override
        protected Map<String, RecordField> computeValue(Class<?> type) {
          Map<String, RecordField> fields = new LinkedHashMap<>();
          RecordComponent[] components = type.getRecordComponents();
          for (int i = 0; i < components.length; i++) {
            Class<?> inner = components[i].getType();
            COMPONENTS
                .get(type)
                .get(i)
                .ifPresentOrElse(
                    field -> fields.put(field.name(), field), () -> fields.putAll(byName(inner)));
          }
          return Collections.unmodifiableMap(fields);
        }
      };

  /**
   * The fields of a record; those of records that it holds without a name of their own among them.
   *
   * @param record its class
   * @return in their order
   */
  public static List<RecordField> of(Class<?> record) {
    return List.copyOf(byName(record).values());
  }

  static RecordField named(Class<?> record, String name) {
    return Objects.requireNonNull(byName(record).get(name), name);
  }

  static Map<String, RecordField> byName(Class<?> record) {
    return FIELDS.get(record);
  }

  /**
   * Checks the values of a record against the bounds of its components.
   *
   * @param record its class
   * @param values in the order of its components
   * @throws WireException with a sentence, if one is out of its bounds
   */
  public static void check(Class<?> record, @Nullable Object... values) {
    List<Optional<RecordField>> components = COMPONENTS.get(record);
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      components.get(i).ifPresent(field -> field.checkIfPresent(value));
    }
  }

  /**
   * Checks a value that came as JSON.
   *
   * @param path of the record that it belongs to; empty, or ending with a dot
   * @param node the value
   * @throws WireException with a sentence, if it is of another type or out of its bounds
   */
  public void check(String path, JsonNode node) {
    check(path, node, false);
  }

  /** Whether records within are to be whole. */
  void check(String path, JsonNode node, boolean isWhole) {
    if (isRecord()) {
      Wire.check(path + name, node, type, isWhole);
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

  /** The place gets its name only if something is wrong there. */
  private void checkInner(RecordField inner, JsonNode node, Supplier<String> place) {
    try {
      inner.check("", node, true);
    } catch (WireException e) {
      inner(place.get()).check("", node, true);
    }
  }

  private RecordField inner(String place) {
    return new RecordField(place, element, element, false, "", "", "", ANY, false, Field.REQUIRED);
  }

  /**
   * Whether a request must have it.
   *
   * @return false if it may be absent, or a default stands for it
   */
  public boolean isRequired() {
    return !mayBeAbsent && otherwise.equals(Field.REQUIRED);
  }

  /**
   * What is expected of a value.
   *
   * @return as in {@code from 1s to 12h}
   */
  public String expected() {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(" or "));
    }
    if (type.equals(Map.class) || isRecord()) {
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

  /**
   * Whether it is a whole number.
   *
   * @return false for texts, flags and records
   */
  public boolean isNumber() {
    return type.equals(int.class)
        || type.equals(long.class)
        || type.equals(Integer.class)
        || type.equals(Long.class);
  }

  /**
   * Whether it is a duration.
   *
   * @return true of what JSON has as {@code 30s}
   */
  public boolean isDuration() {
    return type.equals(Duration.class);
  }

  /**
   * Whether it is a record with fields of its own.
   *
   * @return false also of records that are one text
   */
  public boolean isRecord() {
    return type.isRecord() && !Wire.isText(type) && !isJson();
  }

  /**
   * Whether it is any JSON.
   *
   * @return true of {@link Json}, and of types that have a reader of their own
   */
  public boolean isJson() {
    return type.equals(Json.class) || type.isAnnotationPresent(JsonDeserialize.class);
  }

  /**
   * Whether it is true or false.
   *
   * @return true of what JSON has without quotes
   */
  public boolean isFlag() {
    return type.equals(boolean.class) || type.equals(Boolean.class);
  }

  /** What JSON Schema calls its most; empty if it has no word for it. */
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
      if (!node.canConvertToLong()) {
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
      throw new WireException(WireException.Fault.WRONG_TYPE, path + name + ": " + e.getMessage());
    }
  }

  private void checkIfPresent(@Nullable Object value) {
    if (value == null) {
      throw new WireException(
          WireException.Fault.ABSENT, name + ": absent (expected: " + expected() + ")");
    } else if (!(value instanceof Optional<?> optional)) {
      checkBounds("", value);
    } else if (optional.isPresent()) {
      checkBounds("", optional.get());
    }
  }

  private void checkBounds(String path, Object value) {
    if (!bounds.test(value)) {
      throw outOfBounds(path, shown(value));
    }
  }

  private WireException outOfBounds(String path, String shown) {
    return new WireException(
        WireException.Fault.OUT_OF_BOUNDS,
        path + name + ": " + shown + " (expected: " + expected() + ")");
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
        field == null ? ANY : bounds(field.min(), field.max(), type),
        component.getAccessor().isAnnotationPresent(Forever.class),
        field == null ? Field.REQUIRED : field.otherwise());
  }

  /** Parses bounds, once for all values. */
  private static Predicate<Object> bounds(String min, String max, Class<?> type) {
    return within(min, type, sign -> sign <= 0).and(within(max, type, sign -> sign >= 0));
  }

  private static Predicate<Object> within(String text, Class<?> type, IntPredicate order) {
    if (text.isEmpty()) {
      return value -> true;
    }
    Comparable<Object> bound = bound(text, type);
    return value -> order.test(bound.compareTo(comparable(value)));
  }

  @SuppressWarnings("unchecked") // the values of a field are of its type
  private static Comparable<Object> bound(String text, Class<?> type) {
    Comparable<?> bound =
        type.equals(Duration.class)
            ? Durations.parse(text)
            : type.equals(Instant.class) ? Times.parse(text) : Long.valueOf(text);
    return (Comparable<Object>) bound;
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
