package io.messina.cli.features;

import io.messina.api.feature.ListAnswer;
import io.messina.api.feature.ListItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lists for people. */
final class ListFields {

  private ListFields() {}

  /** One row for each item, none if a list could not be read. */
  static Stream<Map<String, @Nullable Object>> rows(ListAnswer answer) {
    List<ListItem> items = answer instanceof ListAnswer.Found found ? found.items() : List.of();
    return items.stream().map(item -> row(answer.entity().text(), item));
  }

  private static Map<String, @Nullable Object> row(String entity, ListItem item) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("entity", entity);
    row.put("time", item.time().toString());
    row.put("value", TypedValue.shown(item.value()));
    return row;
  }
}
