package io.messina.cli.features;

import io.messina.api.Wire;
import io.messina.api.feature.EntityValues;
import io.messina.api.feature.ValueAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values for people. */
final class ValueFields {

  private ValueFields() {}

  /** One row for each feature of the entity. */
  static Stream<Map<String, @Nullable Object>> rows(EntityValues values) {
    return values.features().entrySet().stream()
        .map(answer -> row(values.entity().text(), answer.getKey(), answer.getValue()));
  }

  private static Map<String, @Nullable Object> row(
      String entity, String feature, ValueAnswer answer) {
    Map<String, @Nullable Object> fields = Wire.fields(answer);
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("entity", entity);
    row.put("feature", feature);
    row.put("status", fields.get("status"));
    row.put(
        "value",
        answer instanceof ValueAnswer.Present(var value, _)
            ? TypedValue.shown(value)
            : fields.get("detail"));
    row.put("time", fields.get("time"));
    return row;
  }
}
