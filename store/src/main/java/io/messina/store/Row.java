package io.messina.store;

import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row: its key and a value, or none, for each other column of the table. Immutable; equal if
 * key and values are.
 *
 * <pre>{@code
 * Row row = Row.of(partition.row(NODE.of("a")), ADDRESS.of("127.0.0.1:8420"));
 * String address = row.get(ADDRESS);
 * }</pre>
 */
public final class Row {

  private final RowKey key;
  private final @Nullable Object[] values;

  private Row(RowKey key, @Nullable Object[] values) {
    this.key = key;
    this.values = values;
  }

  /**
   * A row from cells.
   *
   * @param key the key
   * @param cells values of {@link Table#columns}, in any order; a column without a cell has no
   *     value
   * @return the row
   * @throws IllegalArgumentException where a column is given twice or is not among these
   */
  public static Row of(RowKey key, Cell<?>... cells) {
    return new Row(key, Cells.optional(key.table(), key.table().columns(), cells));
  }

  /**
   * A row from values in the order of the table's columns, for engines.
   *
   * @param key the key
   * @param values one for each of {@link Table#columns}, null where there is none; the caller gives
   *     the array away
   * @return the row
   * @throws IllegalArgumentException where number or types differ from the table's
   */
  public static Row ofValues(RowKey key, @Nullable Object[] values) {
    ColumnValues.check(key.table(), key.table().columns(), values);
    return new Row(key, values);
  }

  /**
   * The key.
   *
   * @return partition and place
   */
  public RowKey key() {
    return key;
  }

  /**
   * The value of any column, key columns included.
   *
   * @param column a column of the table, static ones excepted
   * @param <T> its type
   * @return the value
   * @throws NoSuchElementException where the row has none
   * @throws IllegalArgumentException where the table has no such column
   */
  public <T> T get(Column<T> column) {
    return find(column)
        .orElseThrow(() -> new NoSuchElementException(key + ": no " + column.name()));
  }

  /**
   * The value of any column, key columns included, if there is one.
   *
   * @param column a column of the table, static ones excepted
   * @param <T> its type
   * @return the value, or empty
   * @throws IllegalArgumentException where the table has no such column
   */
  public <T> Optional<T> find(Column<T> column) {
    int index = key.table().columns().indexOf(column);
    return index < 0 ? Optional.of(key.get(column)) : ColumnValues.find(column, values[index]);
  }

  /**
   * The value at a place among {@link Table#columns}, for engines.
   *
   * @param index from 0 to the number of columns, exclusive
   * @return the value or null
   */
  public @Nullable Object value(int index) {
    return values[index];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Row row && key.equals(row.key) && Arrays.equals(values, row.values);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    List<Column<?>> columns = key.table().columns();
    return key + ColumnValues.describe(columns, values);
  }
}
