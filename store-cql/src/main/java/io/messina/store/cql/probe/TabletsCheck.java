package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Conditional statements are allowed: not in keyspaces with tablets before ScyllaDB 2025.4. */
final class TabletsCheck implements Check {

  private static final String WHAT = "tablets";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    DatabaseProduct product = cluster.product();
    if (!product.hasTablets()) {
      return List.of();
    }
    Optional<Boolean> tablets = hasTablets(cluster);
    if (tablets.isEmpty()) {
      return List.of(
          ClusterFinding.wrong(
              WHAT,
              "no node tells whether keyspace " + cluster.options().keyspace() + " has tablets",
              "try again when the database has less to do"));
    }
    cluster.setTablets(tablets.get());
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

  /** Empty if no node answers. */
  private static Optional<Boolean> hasTablets(ProbedCluster cluster) {
    Collection<AsyncResultSet> answers =
        cluster.askPatiently(
            "SELECT initial_tablets FROM system_schema.scylla_keyspaces WHERE keyspace_name = '"
                + cluster.options().keyspace()
                + "'");
    return answers.isEmpty()
        ? Optional.empty()
        : Optional.of(answers.stream().anyMatch(TabletsCheck::namesTablets));
  }

  private static boolean namesTablets(AsyncResultSet answer) {
    Row row = answer.one();
    return row != null && !row.isNull(0);
  }
}
