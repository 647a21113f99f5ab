package io.messina.cli.features;

import io.messina.client.ListAnswer;
import io.messina.client.ListItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/** Lists as fields, in the order and by the names of the HTTP API. */
final class ListFields {

  private static final String ENTITY = "entity";
  private static final String VALUE = "value";
  private static final String TIME = "time";

  private ListFields() {}

  static Map<String, @Nullable Object> of(ListAnswer answer) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(ENTITY, answer.entity());
    switch (answer) {
      case ListAnswer.Found(_, var page) -> {
        fields.put("status", "ok");
        fields.put("items", page.items().stream().map(ListFields::of).toList());
        page.next().ifPresent(next -> fields.put("next", next));
      }
      case ListAnswer.Failed(_, var why, var retryable) -> {
        fields.put("status", "error");
        fields.put("detail", why);
        fields.put("retryable", retryable);
      }
    }
    return fields;
  }

  private static Map<String, Object> of(ListItem item) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(VALUE, new RawValue(item.value().json()));
    fields.put(TIME, item.time().toString());
    return fields;
  }

  /** As {@code import} reads it. */
  static Map<String, Object> line(String entity, ListItem item) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(ENTITY, entity);
    fields.putAll(of(item));
    return fields;
  }

  /** For people: one row for each item, none where a list could not be read. */
  static Stream<Map<String, @Nullable Object>> rows(ListAnswer answer) {
    List<ListItem> items =
        answer instanceof ListAnswer.Found(_, var page) ? page.items() : List.of();
    return items.stream().map(item -> row(answer.entity(), item));
  }

  private static Map<String, @Nullable Object> row(String entity, ListItem item) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put(ENTITY, entity);
    row.put(TIME, item.time().toString());
    row.put(VALUE, TypedValue.shown(item.value()));
    return row;
  }
}
