package io.messina.cli.features;

import io.messina.client.EntityValues;
import io.messina.client.ValueAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Values as fields, in the order and by the names of the HTTP API. */
final class ValueFields {

  private static final String ENTITY = "entity";
  private static final String STATUS = "status";
  private static final String VALUE = "value";
  private static final String TIME = "time";
  private static final String DETAIL = "detail";

  private ValueFields() {}

  static Map<String, @Nullable Object> of(EntityValues values) {
    Map<String, @Nullable Object> features = new LinkedHashMap<>();
    values.answers().forEach((feature, answer) -> features.put(feature, of(answer)));
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(ENTITY, values.entity());
    fields.put("features", features);
    return fields;
  }

  private static Map<String, Object> of(ValueAnswer answer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(STATUS, status(answer));
    switch (answer) {
      case ValueAnswer.Present(var value, var time) -> {
        fields.put(VALUE, new RawValue(value.json()));
        fields.put(TIME, time.toString());
      }
      case ValueAnswer.Missing() -> {}
      case ValueAnswer.Expired(var time) -> fields.put(TIME, time.toString());
      case ValueAnswer.Failed(var why, var retryable) -> {
        fields.put(DETAIL, why);
        fields.put("retryable", retryable);
      }
    }
    return fields;
  }

  /** For people: one row for each feature of the entity. */
  static Stream<Map<String, @Nullable Object>> rows(EntityValues values) {
    return values.answers().entrySet().stream()
        .map(answer -> row(values.entity(), answer.getKey(), answer.getValue()));
  }

  private static Map<String, @Nullable Object> row(
      String entity, String feature, ValueAnswer answer) {
    Map<String, Object> fields = of(answer);
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put(ENTITY, entity);
    row.put("feature", feature);
    row.put(STATUS, fields.get(STATUS));
    row.put(
        VALUE,
        answer instanceof ValueAnswer.Present(var value, _)
            ? TypedValue.shown(value)
            : fields.get(DETAIL));
    row.put(TIME, fields.get(TIME));
    return row;
  }

  private static String status(ValueAnswer answer) {
    return switch (answer) {
      case ValueAnswer.Present _ -> "present";
      case ValueAnswer.Missing _ -> "missing";
      case ValueAnswer.Expired _ -> "expired";
      case ValueAnswer.Failed _ -> "error";
    };
  }
}
