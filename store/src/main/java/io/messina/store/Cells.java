package io.messina.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts cells, given in any order, into the order of a table's columns. */
final class Cells {

  private Cells() {}

  /** One value for each column, none missing. */
  static List<Object> complete(Table table, List<Column<?>> columns, Cell<?>... cells) {
    return prefix(table, columns, columns.size(), cells);
  }

  /** One value for each of the first columns, as many as there are cells. */
  static List<Object> prefix(Table table, List<Column<?>> columns, Cell<?>... cells) {
    if (cells.length > columns.size()) {
      throw new IllegalArgumentException(
          table.name()
              + ": "
              + cells.length
              + " values (expected: at most "
              + columns.size()
              + ")");
    }
    return prefix(table, columns, cells.length, cells);
  }

  /** A value or null for each column. */
  static @Nullable Object[] optional(Table table, List<Column<?>> columns, Cell<?>... cells) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (Cell<?> cell : cells) {
      int index = indexOf(table, columns, cell.column());
      if (values[index] != null) {
        throw new IllegalArgumentException(
            table.name() + ": " + cell.column().name() + " twice (expected: a value per column)");
      }
      values[index] = cell.value();
    }
    return values;
  }

  /** The place of a column among others. */
  static int indexOf(Table table, List<Column<?>> columns, Column<?> column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException(
          table.name() + ": " + column + " (expected: one of " + columns + ")");
    }
    return index;
  }

  private static List<Object> prefix(
      Table table, List<Column<?>> columns, int count, Cell<?>... cells) {
    List<Column<?>> wanted = columns.subList(0, count);
    @Nullable Object[] values = optional(table, wanted, cells);
    for (int i = 0; i < count; i++) {
      if (values[i] == null) {
        throw new IllegalArgumentException(
            table.name()
                + ": no "
                + wanted.get(i).name()
                + " (expected: a value for each of "
                + wanted
                + ")");
      }
    }
    @SuppressWarnings("NullAway") // just checked, value by value
    List<Object> complete = List.of(values);
    return complete;
  }
}
