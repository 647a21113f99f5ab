package io.messina.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Values, or none, in the order of a list of columns. */
final class ColumnValues {

  private ColumnValues() {}

  /** Replaces each value by its checked form. */
  static void check(Table table, List<Column<?>> columns, @Nullable Object[] values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          table.name() + ": " + values.length + " values (expected: " + columns.size() + ")");
    }
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null) {
        values[i] = columns.get(i).checked(value);
      }
    }
  }

  static <T> Optional<T> find(Column<T> column, @Nullable Object value) {
    return value == null ? Optional.empty() : Optional.of(column.cast(value));
  }

  static String describe(List<Column<?>> columns, @Nullable Object[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> values[i] != null)
        .mapToObj(i -> columns.get(i).name() + "=" + values[i])
        .collect(Collectors.joining(", ", " {", "}"));
  }
}
