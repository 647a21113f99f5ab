package io.messina.api;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What stands for the options that an answer lacks, as an older server does not know them: those of
 * the record's constant {@code DEFAULT} or, if it has none, what its fields are {@link
 * io.messina.api.Field#otherwise}.
 */
final class Defaults {

  private static final ClassValue<ObjectNode> OWN =
      new ClassValue<>() {
        @Override
        protected ObjectNode computeValue(Class<?> type) {
          return own(type);
        }
      };

  private static final ClassValue<Boolean> ANY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !OWN.get(type).isEmpty()
              || records(type).anyMatch(inner -> isAnyIn(inner.getType()));
        }
      };

  private Defaults() {}

  /** Whether a record, or one within it, has any. */
  static boolean isAnyIn(Class<?> type) {
    return type.isRecord() && ANY.get(type);
  }

  /** Adds what is missing. */
  static JsonNode complete(JsonNode answer, Class<?> type) {
    if (answer instanceof ObjectNode object) {
      records(type)
          .forEach(
              inner -> {
                boolean isUnwrapped = RecordField.isUnwrapped(inner);
                JsonNode within = object.get(RecordField.snakeCase(inner.getName()));
                if (isUnwrapped || within != null) {
                  complete(isUnwrapped ? object : within, inner.getType());
                }
              });
      OWN.get(type)
          .forEachEntry(
              (name, value) -> {
                if (!object.has(name)) {
                  object.set(name, value);
                }
              });
    }
    return answer;
  }

  private static Stream<RecordComponent> records(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).filter(each -> each.getType().isRecord());
  }

  private static ObjectNode own(Class<?> type) {
    ObjectNode known = constant(type);
    ObjectNode defaults = JsonNodeFactory.instance.objectNode();
    if (known.isEmpty()) {
      return defaults; // it may hold what no request does, as a list of what may be absent
    }
    for (RecordField field : RecordField.of(type)) {
      JsonNode value = known.get(field.name());
      if (value != null && (field.mayBeForever() || !field.mayBeAbsent())) {
        defaults.set(field.name(), value);
      }
    }
    return defaults;
  }

  private static boolean hasOtherwise(RecordComponent component) {
    var field = component.getAnnotation(io.messina.api.Field.class);
    return field != null && !field.otherwise().equals(io.messina.api.Field.REQUIRED);
  }

  private static ObjectNode constant(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      if (field.getName().equals("DEFAULT") && Modifier.isStatic(field.getModifiers())) {
        try {
          return Wire.tree(field.get(null));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(type + ": its default is not public", e);
        }
      }
    }
    ObjectNode otherwise = JsonNodeFactory.instance.objectNode();
    if (Arrays.stream(type.getRecordComponents()).anyMatch(Defaults::hasOtherwise)) {
      RecordField.of(type).stream()
          .filter(field -> !field.otherwise().equals(io.messina.api.Field.REQUIRED))
          .forEach(field -> otherwise.set(field.name(), Wire.otherwise(field)));
    }
    return otherwise;
  }
}
