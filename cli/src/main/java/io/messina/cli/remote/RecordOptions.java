package io.messina.cli.remote;

import io.messina.api.Field;
import io.messina.api.RecordField;
import io.messina.api.Shown;
import io.messina.api.StrictJson;
import io.messina.api.Wire;
import io.messina.api.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The options of a command that are the fields of a record: {@code --max-attempts} is {@code
 * max_attempts}, {@code --backoff-first} is {@code first} of {@code backoff}.
 */
public final class RecordOptions {

  private RecordOptions() {}

  /**
   * Adds an option for each field to a command that creates, and tells its default.
   *
   * @param command the command
   * @param defaults the values of options that are not given
   */
  public static void addForNew(CommandLine command, Record defaults) {
    add(command.getCommandSpec(), "--", RecordField.of(defaults.getClass()), Wire.fields(defaults));
  }

  /**
   * Adds an option for each field to a command that creates records without a complete set of
   * defaults.
   *
   * @param command the command
   * @param record the record to create
   */
  public static void addForNew(CommandLine command, Class<? extends Record> record) {
    addForNew(command, record, Set.of());
  }

  /**
   * Adds an option for each field to a command that creates, but for some.
   *
   * @param command the command
   * @param record what is created
   * @param others the names of the fields that the command takes otherwise
   */
  public static void addForNew(
      CommandLine command, Class<? extends Record> record, Set<String> others) {
    List<RecordField> fields = without(others, record);
    Map<String, String> defaults = new HashMap<>();
    for (RecordField field : fields) {
      if (!field.otherwise().isEmpty() && !field.otherwise().equals(Field.REQUIRED)) {
        defaults.put(field.name(), field.otherwise());
      }
    }
    add(command.getCommandSpec(), "--", fields, defaults);
  }

  /**
   * Adds an option for each field to a command that changes.
   *
   * @param command the command
   * @param record the record to change
   */
  public static void addForChange(CommandLine command, Class<? extends Record> record) {
    add(command.getCommandSpec(), "--", RecordField.of(record), Map.of());
  }

  /**
   * Adds an option for each field to a command that changes, but for some.
   *
   * @param command the command
   * @param record the record to change
   * @param lasting the names of the fields that stay as they were made
   */
  public static void addForChange(
      CommandLine command, Class<? extends Record> record, Set<String> lasting) {
    add(command.getCommandSpec(), "--", without(lasting, record), Map.of());
  }

  private static List<RecordField> without(Set<String> names, Class<? extends Record> record) {
    return RecordField.of(record).stream().filter(field -> !names.contains(field.name())).toList();
  }

  /**
   * A record with the changes that the options ask for.
   *
   * @param command the command
   * @param standing the record before
   * @param defaults the values that an option may be reset to
   * @param <T> the record
   */
  public static <T extends Record> T given(CommandLine command, T standing, T defaults) {
    ParseResult parsed = command.getParseResult();
    try {
      return Wire.change(
          standing, given(parsed, "--", RecordField.of(defaults.getClass())), defaults);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the options that were given, if they are consistent.
   *
   * @param command the command
   * @param defaults the record that they change
   * @return by the names that JSON has
   */
  public static Map<String, JsonNode> named(CommandLine command, Record defaults) {
    var _ = given(command, defaults, defaults);
    Map<String, JsonNode> named = new LinkedHashMap<>();
    given(command.getParseResult(), "--", RecordField.of(defaults.getClass()))
        .forEachEntry(named::put);
    return named;
  }

  /**
   * The record that was given.
   *
   * @param command the command
   * @param type the record's class
   * @param <T> the record
   */
  public static <T extends Record> T given(CommandLine command, Class<T> type) {
    return given(command, type, Map.of());
  }

  /**
   * The record that was given.
   *
   * @param command the command
   * @param type the record's class
   * @param others the fields that the command takes otherwise, which are texts
   * @param <T> the record
   */
  public static <T extends Record> T given(
      CommandLine command, Class<T> type, Map<String, String> others) {
    try {
      ObjectNode given = given(command.getParseResult(), "--", without(others.keySet(), type));
      others.forEach(given::put);
      return Wire.request(given, type);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Whether any field of a record was given.
   *
   * @param command the command
   * @param type the record's class
   * @return false where all are as by default
   */
  public static boolean isAnyGiven(CommandLine command, Class<? extends Record> type) {
    return !given(command.getParseResult(), "--", RecordField.of(type)).isEmpty();
  }

  private static void add(
      CommandSpec command, String prefix, List<RecordField> fields, Map<?, ?> defaults) {
    for (RecordField field : fields) {
      Object standard = defaults.get(field.name());
      if (field.isRecord()) {
        List<RecordField> inner = RecordField.of(field.type());
        add(
            command,
            option(prefix, field) + "-",
            inner,
            standard instanceof Map<?, ?> map ? map : Map.of());
      } else {
        command.addOption(
            OptionSpec.builder(option(prefix, field))
                .type(JsonNode.class)
                .arity(field.isFlag() ? "0..1" : "1")
                .fallbackValue(field.isFlag() ? "true" : "")
                .paramLabel(label(field))
                .converters(text -> typed(field, text))
                .completionCandidates(choices(field))
                .description(sentence(field, standard))
                .build());
      }
    }
  }

  private static ObjectNode given(ParseResult parsed, String prefix, List<RecordField> fields) {
    ObjectNode given = JsonMapper.shared().createObjectNode();
    for (RecordField field : fields) {
      String option = option(prefix, field);
      if (field.isRecord()) {
        ObjectNode inner = given(parsed, option + "-", RecordField.of(field.type()));
        if (!inner.isEmpty()) {
          given.set(field.name(), inner);
        }
      } else if (parsed.hasMatchedOption(option)) {
        given.set(field.name(), parsed.<JsonNode>matchedOptionValue(option, null));
      }
    }
    return given;
  }

  private static JsonNode typed(RecordField field, String text) {
    try {
      if (field.isJson()) {
        return json(text);
      }
      if (List.class.isAssignableFrom(field.type())) {
        return list(field, text);
      }
      if (isMap(field)) {
        return map(text);
      }
      JsonNode typed = field.isNumber() ? number(text) : flagOrText(field, text);
      field.check("", typed);
      return typed;
    } catch (IOException e) {
      throw new TypeConversionException(text + " cannot be read: " + e.getMessage());
    } catch (JacksonException e) {
      throw new TypeConversionException(
          Shown.text(text) + " is not JSON: " + Shown.sentence(StrictJson.fault(e)));
    } catch (WireException e) {
      throw new TypeConversionException(e.reason());
    }
  }

  private static JsonNode json(String file) throws IOException {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      throw new TypeConversionException(file + " is not there (expected: a file of JSON)");
    }
    JsonNode json = JsonMapper.shared().readTree(Files.readString(path));
    if (json.isNull() || json.isMissingNode()) {
      throw new TypeConversionException(file + " holds nothing (expected: JSON that is not null)");
    }
    return json;
  }

  /** JSON, one record of a list of records, or texts with commas between them. */
  private static JsonNode list(RecordField field, String text) {
    if (text.startsWith("[")) {
      return JsonMapper.shared().readTree(text);
    }
    if (field.isListOfRecords() && text.startsWith("{")) {
      return JsonNodeFactory.instance.arrayNode().add(JsonMapper.shared().readTree(text));
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (String element : text.split(",", -1)) {
      list.add(element);
    }
    return list;
  }

  private static boolean isMap(RecordField field) {
    return Map.class.isAssignableFrom(field.type());
  }

  /** JSON, or names and values with commas between them. */
  private static JsonNode map(String text) {
    if (text.startsWith("{")) {
      return JsonMapper.shared().readTree(text);
    }
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    for (String entry : text.split(",", -1)) {
      int equals = entry.indexOf('=');
      if (equals < 1) {
        throw new TypeConversionException(entry + " (expected: NAME=VALUE)");
      }
      map.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return map;
  }

  private static JsonNode flagOrText(RecordField field, String text) {
    return field.isFlag() && (text.equals("true") || text.equals("false"))
        ? JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(text))
        : JsonNodeFactory.instance.stringNode(text);
  }

  private static JsonNode number(String text) {
    try {
      return JsonNodeFactory.instance.numberNode(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return JsonNodeFactory.instance.stringNode(text);
    }
  }

  private static String option(String prefix, RecordField field) {
    return prefix + field.name().replace('_', '-');
  }

  private static String label(RecordField field) {
    if (field.isJson()) {
      return "FILE";
    }
    if (List.class.isAssignableFrom(field.type())) {
      return "LIST";
    }
    if (isMap(field)) {
      return "NAME=VALUE,...";
    }
    return field.isNumber()
        ? "N"
        : field.isDuration() ? "TIME" : field.name().toUpperCase(Locale.ROOT);
  }

  /** The values that a field can have, if they can be counted. */
  private static List<String> choices(RecordField field) {
    return field.type().isEnum()
        ? Arrays.stream(field.type().getEnumConstants()).map(Object::toString).toList()
        : List.of();
  }

  private static String inner(RecordField field) {
    return RecordField.of(field.element()).stream()
        .map(RecordField::name)
        .collect(Collectors.joining(", "));
  }

  /** A sentence that begins with a value keeps its case. */
  private static String sentence(RecordField field, @Nullable Object standard) {
    String description = field.description();
    List<String> choices = choices(field);
    boolean beginsWithValue = choices.stream().anyMatch(description::startsWith);
    return (beginsWithValue
            ? description
            : description.substring(0, 1).toUpperCase(Locale.ROOT) + description.substring(1))
        + (choices.stream().allMatch(description::contains)
            ? ""
            : ": " + String.join(", ", choices))
        + (field.isListOfRecords() ? "; JSON, each with " + inner(field) : "")
        + "."
        + (standard == null ? "" : " " + standard + " unless given.");
  }
}
