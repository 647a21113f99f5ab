package io.messina.store;

import java.util.List;

/**
 * Values of the first clustering columns of a table: of all of them it is the place of one row in
 * its partition, of fewer a prefix that many rows share. Immutable; equal if table and values are.
 *
 * @param table the table
 * @param values one for each of the first {@link Table#clusteringColumns}, in their order
 */
public record ClusteringKey(Table table, List<Object> values) {

  /**
   * A key from values in the order of the table's columns, for engines; others name columns, see
   * {@link PartitionKey#row} and {@link ClusteringRange}.
   *
   * @throws IllegalArgumentException where there are too many values or one of another type
   */
  public ClusteringKey {
    values = KeyValues.checked(table, table.clusteringColumns(), values, false);
  }

  /**
   * Whether there is a value for each clustering column.
   *
   * @return true if this may be the place of a row
   */
  public boolean isComplete() {
    return values.size() == table.clusteringColumns().size();
  }

  /**
   * Compares by value, smallest first whatever the order of the table, as far as both keys go: a
   * prefix equals everything that begins with it.
   *
   * @param other a key of the same table
   * @return negative, zero or positive as in {@link java.util.Comparator}
   */
  public int compareValues(ClusteringKey other) {
    int end = Math.min(values.size(), other.values.size());
    for (int i = 0; i < end; i++) {
      int compared =
          table.clusteringColumns().get(i).type().compare(values.get(i), other.values.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  @Override
  public String toString() {
    return KeyValues.describe(table.clusteringColumns(), values);
  }
}
