package io.messina.store;

import java.util.List;

/**
 * Names one partition of a table, made by {@link Table#partition}. Immutable; equal if table and
 * values are.
 *
 * @param table the table
 * @param values one for each of {@link Table#partitionColumns}, in their order
 */
public record PartitionKey(Table table, List<Object> values) {

  /**
   * A key from values in the order of the table's columns, for engines; others call {@link
   * Table#partition}.
   *
   * @throws IllegalArgumentException where number or types differ from the table's, or where the
   *     only value is empty
   */
  public PartitionKey {
    values = KeyValues.checked(table, table.partitionColumns(), values, true);
    if (values.size() == 1 && isEmpty(values.get(0))) {
      throw new IllegalArgumentException(
          table.partitionColumns().get(0).name()
              + ": empty (expected: a value, where it alone names the partition)");
    }
  }

  /**
   * Names one row of this partition.
   *
   * @param cells one for each clustering column, in any order
   * @return the key
   * @throws IllegalArgumentException where a column is missing, given twice or not a clustering
   *     column
   */
  public RowKey row(Cell<?>... cells) {
    return new RowKey(
        this, new ClusteringKey(table, Cells.complete(table, table.clusteringColumns(), cells)));
  }

  /**
   * The value of a partition column.
   *
   * @param column one of {@link Table#partitionColumns}
   * @param <T> its type
   * @return the value
   * @throws IllegalArgumentException where it is another column
   */
  public <T> T get(Column<T> column) {
    return column.cast(values.get(Cells.indexOf(table, table.partitionColumns(), column)));
  }

  @Override
  public String toString() {
    return table.name() + KeyValues.describe(table.partitionColumns(), values);
  }

  private static boolean isEmpty(Object value) {
    return value.equals("") || value.equals(Bytes.EMPTY);
  }
}
