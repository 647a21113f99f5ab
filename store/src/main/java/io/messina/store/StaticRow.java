package io.messina.store;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a fenced partition has once: its fence and its static columns. Immutable; equal if
 * partition, fence and values are.
 */
public final class StaticRow {

  private final PartitionKey partition;
  private final Fence fence;
  private final @Nullable Object[] values;

  private StaticRow(PartitionKey partition, Fence fence, @Nullable Object[] values) {
    this.partition = partition;
    this.fence = fence;
    this.values = values;
  }

  /**
   * Static columns from values in the order of the table's, for engines.
   *
   * @param partition the partition
   * @param fence the fence that stands
   * @param values one for each of {@link Table#staticColumns}, null where there is none; the caller
   *     gives the array away
   * @return the row
   * @throws IllegalArgumentException where number or types differ from the table's
   */
  public static StaticRow ofValues(PartitionKey partition, Fence fence, @Nullable Object[] values) {
    ColumnValues.check(partition.table(), partition.table().staticColumns(), values);
    return new StaticRow(partition, fence, values);
  }

  /**
   * The partition.
   *
   * @return its key
   */
  public PartitionKey partition() {
    return partition;
  }

  /**
   * The fence that stood when the row was read.
   *
   * @return the fence
   */
  public Fence fence() {
    return fence;
  }

  /**
   * The value of a static column.
   *
   * @param column one of {@link Table#staticColumns}
   * @param <T> its type
   * @return the value
   * @throws NoSuchElementException where there is none
   * @throws IllegalArgumentException where it is another column
   */
  public <T> T get(Column<T> column) {
    return find(column)
        .orElseThrow(() -> new NoSuchElementException(partition + ": no " + column.name()));
  }

  /**
   * The value of a static column, if there is one.
   *
   * @param column one of {@link Table#staticColumns}
   * @param <T> its type
   * @return the value, or empty
   * @throws IllegalArgumentException where it is another column
   */
  public <T> Optional<T> find(Column<T> column) {
    Table table = partition.table();
    return ColumnValues.find(column, values[Cells.indexOf(table, table.staticColumns(), column)]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StaticRow row
        && partition.equals(row.partition)
        && fence.equals(row.fence)
        && Arrays.equals(values, row.values);
  }

  @Override
  public int hashCode() {
    return 31 * partition.hashCode() + fence.hashCode();
  }

  @Override
  public String toString() {
    return partition
        + " "
        + fence
        + ColumnValues.describe(partition.table().staticColumns(), values);
  }
}
