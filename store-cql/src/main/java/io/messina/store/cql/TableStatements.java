package io.messina.store.cql;

import io.messina.store.ClusteringOrder;
import io.messina.store.ClusteringRange;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The texts of all statements on one table. */
final class TableStatements {

  /** Columns of one row, then its expiry where rows expire. */
  final String get;

  /** Fence and static columns. */
  final String getStatic;

  /** The keys of all partitions. */
  final String partitions;

  /** The keys of partitions with a given token. */
  final String partitionsOfToken;

  /** The keys of partitions with a larger token. */
  final String partitionsBehindToken;

  /** The keys of partitions whose token is larger than one, and not larger than another. */
  final String partitionsOfRange;

  /** Partition, clustering and other columns, then expiry and time to live where rows expire. */
  final String put;

  final String deleteRow;
  final String deletePartition;

  /** The next fence, all static columns, the partition. */
  final String setFence;

  /** The same, then the expected fence. */
  final String replaceFence;

  private final TableNames names;
  private final Table table;

  TableStatements(TableNames names) {
    this.names = names;
    this.table = names.table();
    this.get = getText();
    this.getStatic = getStaticText();
    String keys = String.join(", ", names.partition());
    this.partitions = "SELECT DISTINCT " + keys + " FROM " + names.qualified();
    this.partitionsOfToken = partitions + byToken(keys, "=");
    this.partitionsBehindToken = partitions + byToken(keys, ">");
    this.partitionsOfRange =
        partitions + " WHERE token(" + keys + ") > ? AND token(" + keys + ") <= ?";
    this.put = putText();
    this.deleteRow = "DELETE FROM " + names.qualified() + " WHERE " + names.ofRow();
    this.deletePartition = "DELETE FROM " + names.qualified() + " WHERE " + names.ofPartition();
    this.setFence = fenceText(" = null");
    this.replaceFence = fenceText(" = ?");
  }

  private String getText() {
    return select(rowColumns()) + " WHERE " + names.ofRow();
  }

  private String getStaticText() {
    List<String> columns = new ArrayList<>();
    columns.add(TableNames.FENCE);
    columns.addAll(names.statics());
    return select(columns) + " WHERE " + names.ofPartition() + " LIMIT 1";
  }

  /** Clustering columns of rows, then as in {@link #get}. */
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

  private String byToken(String keys, String comparison) {
    String places = names.partition().stream().map(column -> "?").collect(Collectors.joining(", "));
    return " WHERE token(" + keys + ") " + comparison + " token(" + places + ")";
  }

  private String putText() {
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

  String deleteRange(ClusteringRange range) {
    return deletePartition + RangeBounds.text(names, range);
  }

  private String fenceText(String expected) {
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
        + expected;
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
