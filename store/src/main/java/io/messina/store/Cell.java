package io.messina.store;

/**
 * A value and the column it belongs to, made by {@link Column#of}.
 *
 * @param column the column
 * @param value a value that the column's type holds
 * @param <T> the type of the value
 */
public record Cell<T>(Column<T> column, T value) {

  /**
   * A checked cell.
   *
   * @throws IllegalArgumentException where the type does not hold such a value, see {@link
   *     ColumnType}
   */
  public Cell {
    value = column.cast(column.checked(value));
  }

  @Override
  public String toString() {
    return column.name() + "=" + value;
  }
}
