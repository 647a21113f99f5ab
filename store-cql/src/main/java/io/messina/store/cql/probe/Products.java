package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds out which database it is. */
final class Products {

  private static final String UNKNOWN_VERSION = "of an unknown version";

  private Products() {}

  /** The oldest among the nodes that answered with their row of system.local. */
  static DatabaseProduct of(NodeQuestions questions, Map<Node, Row> locals) {
    boolean scylla =
        locals.entrySet().stream().anyMatch(entry -> isScylla(entry.getKey(), entry.getValue()));
    List<DatabaseProduct> found = new ArrayList<>();
    if (scylla) {
      questions
          .askForRow(locals.keySet(), "SELECT version FROM system.versions WHERE key = 'local'")
          .values()
          .forEach(row -> found.add(product(DatabaseProduct.Kind.SCYLLA, row, "version")));
    } else {
      locals
          .values()
          .forEach(
              row -> found.add(product(DatabaseProduct.Kind.CASSANDRA, row, "release_version")));
    }
    return found.stream()
        .min(DatabaseProduct.BY_AGE)
        .orElse(
            new DatabaseProduct(
                scylla ? DatabaseProduct.Kind.SCYLLA : DatabaseProduct.Kind.CASSANDRA,
                UNKNOWN_VERSION));
  }

  private static boolean isScylla(Node node, Row local) {
    return node.getShardingInfo() != null
        || local.getColumnDefinitions().contains("scylla_nr_shards")
        || local.getColumnDefinitions().contains("scylla_cpu_sharding_algorithm");
  }

  private static DatabaseProduct product(DatabaseProduct.Kind kind, Row row, String column) {
    return new DatabaseProduct(
        kind, Objects.requireNonNullElse(row.getString(column), UNKNOWN_VERSION));
  }
}
