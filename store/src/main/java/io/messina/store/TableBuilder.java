package io.messina.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Declares a table step by step; not for use by several threads. */
public final class TableBuilder {

  private static final List<String> RESERVED_NAMES = List.of("expires_at", "fence");

  final String name;
  final TableKind kind;
  List<Column<?>> partitionColumns = List.of();
  List<Column<?>> clusteringColumns = List.of();
  ClusteringOrder order = ClusteringOrder.ASCENDING;
  List<Column<?>> staticColumns = List.of();
  List<Column<?>> columns = List.of();
  boolean expiring;
  boolean appendOnly;
  Optional<Duration> lifetime = Optional.empty();

  TableBuilder(String name, TableKind kind) {
    if (!Column.NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "table: " + name + " (expected: " + Column.NAME_EXPECTED + ")");
    }
    this.name = name;
    this.kind = kind;
  }

  /**
   * The partition key.
   *
   * @param columns one or more, of {@link ColumnType#isPartitionable() partitionable} types
   * @return this builder
   */
  public TableBuilder partitionedBy(Column<?>... columns) {
    partitionColumns = List.of(columns);
    return this;
  }

  /**
   * What orders a partition's rows; without a call a partition is one row.
   *
   * @param columns of {@link ColumnType#isSortable() sortable} types, the first one first
   * @return this builder
   */
  public TableBuilder clusteredBy(Column<?>... columns) {
    clusteringColumns = List.of(columns);
    return this;
  }

  /**
   * Keeps and reads rows with the largest clustering values first. The default is smallest first.
   *
   * @return this builder
   */
  public TableBuilder descending() {
    order = ClusteringOrder.DESCENDING;
    return this;
  }

  /**
   * Columns with one value per partition, for {@link TableKind#FENCED} tables.
   *
   * @param columns the static columns beside the fence
   * @return this builder
   */
  public TableBuilder statics(Column<?>... columns) {
    staticColumns = List.of(columns);
    return this;
  }

  /**
   * The other columns of a row.
   *
   * @param columns the columns, each of which may be absent in a row
   * @return this builder
   */
  public TableBuilder columns(Column<?>... columns) {
    this.columns = List.of(columns);
    return this;
  }

  /**
   * Lets puts carry an expiry, of any length. For {@link TableKind#PLAIN} tables.
   *
   * @return this builder
   */
  public TableBuilder expiring() {
    expiring = true;
    return this;
  }

  /**
   * Lets puts carry an expiry, and tells how far ahead it usually lies, so that engines can keep
   * together what leaves together.
   *
   * @param lifetime longer than zero
   * @return this builder
   */
  public TableBuilder expiring(Duration lifetime) {
    if (lifetime.isZero() || lifetime.isNegative()) {
      throw new IllegalArgumentException("lifetime: " + lifetime + " (expected: longer than zero)");
    }
    this.lifetime = Optional.of(lifetime);
    return expiring();
  }

  /**
   * Promises that each row is put once (a repeat of the same put with the same timestamp is
   * harmless), and leaves by expiry or by the deletion of its whole partition. Engines need not
   * look for an older row, may keep large values apart, and may forget an expired row at once. What
   * a put of other content in a row's place does is not specified. For {@link TableKind#PLAIN}
   * tables.
   *
   * @return this builder
   */
  public TableBuilder appendOnly() {
    appendOnly = true;
    return this;
  }

  /**
   * The table.
   *
   * @return the declaration, checked
   * @throws IllegalArgumentException where it contradicts itself
   */
  public Table build() {
    require(!partitionColumns.isEmpty(), "partition columns: none (expected: at least one)");
    partitionColumns.forEach(
        column ->
            require(
                column.type().isPartitionable(),
                column + " (expected: a type that a partition key may have)"));
    clusteringColumns.forEach(
        column ->
            require(
                column.type().isSortable(),
                column + " (expected: a sortable type for a clustering column)"));
    Set<String> names = new HashSet<>(RESERVED_NAMES);
    for (Column<?> column : allColumns()) {
      require(
          names.add(column.name()),
          "column: "
              + column.name()
              + " (expected: a name used once, and none of "
              + RESERVED_NAMES
              + ")");
    }
    if (kind == TableKind.FENCED) {
      require(!expiring, name + ": expiring (expected: only for a PLAIN table)");
      require(!appendOnly, name + ": append-only (expected: only for a PLAIN table)");
    } else {
      require(
          staticColumns.isEmpty(), name + ": static columns (expected: only for a FENCED table)");
    }
    require(
        !appendOnly || !clusteringColumns.isEmpty(),
        name + ": append-only (expected: clustering columns to append by)");
    return new Table(this);
  }

  private List<Column<?>> allColumns() {
    List<Column<?>> all = new ArrayList<>();
    Arrays.asList(partitionColumns, clusteringColumns, staticColumns, columns).forEach(all::addAll);
    return all;
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
