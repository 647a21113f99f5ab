package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;

/** Conditional statements are allowed: not in keyspaces with tablets before ScyllaDB 2025.4. */
final class TabletsCheck implements Check {

  private static final String WHAT = "tablets";

  @Override
  public List<ClusterFinding> examine(Cluster cluster) {
    DatabaseProduct product = cluster.product();
    if (!product.hasTablets()) {
      return List.of();
    }
    cluster.setTablets(hasTablets(cluster));
    if (!cluster.hasTablets()) {
      return List.of(ClusterFinding.ok(WHAT, "none: partitions stay where their token is"));
    }
    if (product.allowsConditionsOnTablets()) {
      return List.of(ClusterFinding.ok(WHAT, "the database moves partitions between cores"));
    }
    String name = cluster.options().keyspace();
    return List.of(
        ClusterFinding.wrong(
            WHAT,
            "keyspace " + name + " has tablets, on which " + product + " has no LWT",
            "drop it and run "
                + KeyspaceStatements.create(cluster.options(), product)
                + "; or upgrade to ScyllaDB 2025.4"));
  }

  private static boolean hasTablets(Cluster cluster) {
    String query =
        "SELECT initial_tablets FROM system_schema.scylla_keyspaces WHERE keyspace_name = '"
            + cluster.options().keyspace()
            + "'";
    for (AsyncResultSet answer : cluster.questions().ask(cluster.answering(), query).values()) {
      Row row = answer.one();
      if (row != null && !row.isNull(0)) {
        return true;
      }
    }
    return false;
  }
}
