package io.messina.store.cql;

import io.messina.store.ClusteringOrder;
import io.messina.store.ClusteringRange;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The texts of all statements on one table. */
final class TableStatements {

  private final TableNames names;
  private final Table table;

  TableStatements(TableNames names) {
    this.names = names;
    this.table = names.table();
  }

  /** Columns of one row, then its expiry where rows expire. */
  String get() {
    return select(rowColumns()) + " WHERE " + names.ofRow();
  }

  /** Fence and static columns. */
  String getStatic() {
    List<String> columns = new ArrayList<>();
    columns.add(TableNames.FENCE);
    columns.addAll(names.statics());
    return select(columns) + " WHERE " + names.ofPartition() + " LIMIT 1";
  }

  /** Clustering columns of rows, then as {@link #get}. */
  String scan(ClusteringRange range, boolean reversed) {
    List<String> columns = new ArrayList<>(names.clustering());
    if (names.hasOnlyRow()) {
      columns.add(names.onlyRow());
    }
    columns.addAll(rowColumns());
    return select(columns)
        + " WHERE "
        + names.ofPartition()
        + RangeBounds.text(names, range)
        + (reversed && !table.clusteringColumns().isEmpty() ? reversedOrder() : "");
  }

  /** Partition, clustering and other columns, then expiry and time to live where rows expire. */
  String put() {
    List<String> columns = new ArrayList<>(names.partition());
    columns.addAll(names.clustering());
    columns.addAll(names.columns());
    if (table.isExpiring()) {
      columns.add(TableNames.EXPIRES_AT);
    }
    String values = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
    if (names.hasOnlyRow()) {
      columns.add(names.onlyRow());
      values += ", true";
    }
    return "INSERT INTO "
        + names.qualified()
        + " ("
        + String.join(", ", columns)
        + ") VALUES ("
        + values
        + ")"
        + (table.isExpiring() ? " USING TTL ?" : "");
  }

  String deleteRow() {
    return "DELETE FROM " + names.qualified() + " WHERE " + names.ofRow();
  }

  String deleteRange(ClusteringRange range) {
    return deletePartition() + RangeBounds.text(names, range);
  }

  String deletePartition() {
    return "DELETE FROM " + names.qualified() + " WHERE " + names.ofPartition();
  }

  /** The next fence, all static columns, the partition, and the expected fence if there is one. */
  String replaceFence(boolean isFirst) {
    List<String> columns = new ArrayList<>();
    columns.add(TableNames.FENCE);
    columns.addAll(names.statics());
    return "UPDATE "
        + names.qualified()
        + " SET "
        + columns.stream().map(column -> column + " = ?").collect(Collectors.joining(", "))
        + " WHERE "
        + names.ofPartition()
        + " IF "
        + TableNames.FENCE
        + (isFirst ? " = null" : " = ?");
  }

  private List<String> rowColumns() {
    List<String> columns = new ArrayList<>(names.columns());
    if (table.isExpiring()) {
      columns.add(TableNames.EXPIRES_AT);
    }
    return columns;
  }

  private String select(List<String> columns) {
    String first = names.partition().get(0); // a row may have no other column
    return "SELECT "
        + (columns.isEmpty() ? first : String.join(", ", columns))
        + " FROM "
        + names.qualified();
  }

  private String reversedOrder() {
    String order = table.order() == ClusteringOrder.ASCENDING ? " DESC" : " ASC";
    return names.clustering().stream()
        .map(name -> name + order)
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }
}
