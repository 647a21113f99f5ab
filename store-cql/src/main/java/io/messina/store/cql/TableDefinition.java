package io.messina.store.cql;

import io.messina.store.ClusteringOrder;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.cql.probe.Compaction;
import io.messina.store.cql.probe.DatabaseProduct;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The statement that makes a table, readable and complete. */
final class TableDefinition {

  /** For gc_grace_seconds, as in Cassandra: ScyllaDB may forget deletes at a repair otherwise. */
  private static final String DELETES_KEPT = "tombstone_gc = {'mode': 'timeout'}";

  private final TableNames names;
  private final Table table;

  private final DatabaseProduct.Kind product;

  private TableDefinition(TableNames names, DatabaseProduct.Kind product) {
    this.names = names;
    this.table = names.table();
    this.product = product;
  }

  static String of(String keyspace, Table table, DatabaseProduct.Kind product) {
    return new TableDefinition(new TableNames(keyspace, table), product).text();
  }

  private String text() {
    List<String> lines = new ArrayList<>(columns());
    lines.add("PRIMARY KEY (" + primaryKey() + ")");
    return "CREATE TABLE IF NOT EXISTS "
        + names.qualified()
        + " (\n    "
        + String.join(",\n    ", lines)
        + "\n) WITH "
        + String.join("\n   AND ", properties());
  }

  private List<String> columns() {
    List<String> lines = new ArrayList<>();
    table.partitionColumns().forEach(column -> lines.add(typed(column)));
    table.clusteringColumns().forEach(column -> lines.add(typed(column)));
    if (names.hasOnlyRow()) {
      lines.add(names.onlyRow() + " boolean");
    }
    if (names.isFenced()) {
      lines.add(TableNames.FENCE + " text STATIC");
    }
    table.staticColumns().forEach(column -> lines.add(typed(column) + " STATIC"));
    table.columns().forEach(column -> lines.add(typed(column)));
    if (table.isExpiring()) {
      lines.add(TableNames.EXPIRES_AT + " timestamp");
    }
    return lines;
  }

  private String primaryKey() {
    List<String> parts = new ArrayList<>();
    parts.add("(" + String.join(", ", names.partition()) + ")");
    parts.addAll(names.clustering());
    if (names.hasOnlyRow()) {
      parts.add(names.onlyRow());
    }
    return String.join(", ", parts);
  }

  private List<String> properties() {
    List<String> properties = new ArrayList<>();
    if (!table.clusteringColumns().isEmpty()) {
      String order = table.order() == ClusteringOrder.ASCENDING ? " ASC" : " DESC";
      properties.add(
          names.clustering().stream()
              .map(name -> name + order)
              .collect(Collectors.joining(", ", "CLUSTERING ORDER BY (", ")")));
    }
    Compaction.of(table).ifPresent(properties::add);
    if (!table.isAppendOnly() && product == DatabaseProduct.Kind.SCYLLA) {
      properties.add(DELETES_KEPT);
    }
    properties.add("comment = '" + table.definition().replace("'", "''") + "'");
    return properties;
  }

  private static String typed(Column<?> column) {
    return TableNames.quoted(column.name()) + " " + CqlType.name(column.type());
  }
}
