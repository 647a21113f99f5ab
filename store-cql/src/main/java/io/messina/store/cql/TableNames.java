package io.messina.store.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import io.messina.store.Column;
import io.messina.store.Table;
import io.messina.store.TableKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names of a table and its columns in CQL: unchanged, in quotes where CQL reserves the word.
 *
 * @param keyspace the keyspace
 * @param table the table
 */
record TableNames(String keyspace, Table table) {

  static final String EXPIRES_AT = "expires_at";
  static final String FENCE = "fence";

  /** CQL knows static columns only beside rows with a clustering key. */
  private static final String ONLY_ROW = "only_row";

  static String quoted(String name) {
    return CqlIdentifier.fromInternal(name).asCql(true);
  }

  static List<String> of(List<Column<?>> columns) {
    return columns.stream().map(column -> quoted(column.name())).toList();
  }

  String qualified() {
    return quoted(keyspace) + "." + quoted(table.name());
  }

  List<String> partition() {
    return of(table.partitionColumns());
  }

  List<String> clustering() {
    return of(table.clusteringColumns());
  }

  List<String> columns() {
    return of(table.columns());
  }

  List<String> statics() {
    return of(table.staticColumns());
  }

  boolean isFenced() {
    return table.kind() == TableKind.FENCED;
  }

  /** Whether there is a clustering column that the declaration does not have. */
  boolean hasOnlyRow() {
    return isFenced() && table.clusteringColumns().isEmpty();
  }

  /** The name of that column, which no declared column has. */
  String onlyRow() {
    List<String> taken =
        Stream.of(table.partitionColumns(), table.staticColumns(), table.columns())
            .flatMap(List::stream)
            .map(Column::name)
            .toList();
    String name = ONLY_ROW;
    while (taken.contains(name)) {
      name += "_";
    }
    return name;
  }

  /** {@code a = ? AND b = ?} of all partition columns. */
  String ofPartition() {
    return equal(partition());
  }

  /** The same of all key columns. */
  String ofRow() {
    List<String> key = new ArrayList<>(partition());
    key.addAll(clustering());
    return equal(key) + (hasOnlyRow() ? " AND " + onlyRow() + " = true" : "");
  }

  private static String equal(List<String> names) {
    return names.stream().map(name -> name + " = ?").collect(Collectors.joining(" AND "));
  }
}
