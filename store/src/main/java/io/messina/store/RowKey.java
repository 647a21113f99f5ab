package io.messina.store;

/**
 * Names one row, made by {@link PartitionKey#row}. Immutable; equal if partition and place are.
 *
 * @param partition the partition
 * @param clustering the complete place in the partition
 */
public record RowKey(PartitionKey partition, ClusteringKey clustering) {

  /**
   * A checked key.
   *
   * @throws IllegalArgumentException where the place is incomplete or of another table
   */
  public RowKey {
    if (!clustering.table().equals(partition.table()) || !clustering.isComplete()) {
      throw new IllegalArgumentException(
          "row: "
              + clustering
              + " (expected: a value for each of "
              + partition.table().clusteringColumns()
              + ")");
    }
  }

  /**
   * The table.
   *
   * @return the table of the partition
   */
  public Table table() {
    return partition.table();
  }

  /**
   * The value of a key column.
   *
   * @param column a partition or clustering column
   * @param <T> its type
   * @return the value
   * @throws IllegalArgumentException where it is another column
   */
  public <T> T get(Column<T> column) {
    int index = table().clusteringColumns().indexOf(column);
    return index < 0 ? partition.get(column) : column.cast(clustering.values().get(index));
  }

  @Override
  public String toString() {
    return partition.toString() + clustering;
  }
}
