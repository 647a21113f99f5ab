package io.messina.store;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks and shows the values of keys. */
final class KeyValues {

  private KeyValues() {}

  static List<Object> checked(
      Table table, List<Column<?>> columns, List<Object> values, boolean complete) {
    if (values.size() > columns.size() || (complete && values.size() < columns.size())) {
      throw new IllegalArgumentException(
          table.name() + ": " + values.size() + " values (expected: " + columns.size() + ")");
    }
    List<Object> checked = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      checked.add(columns.get(i).checked(values.get(i)));
    }
    return List.copyOf(checked);
  }

  static String describe(List<Column<?>> columns, List<Object> values) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> columns.get(i).name() + "=" + values.get(i))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
