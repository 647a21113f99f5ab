package io.messina.store.cql.probe;

import java.util.List;

/** The keyspace exists. */
final class KeyspaceCheck implements Check {

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    String name = cluster.options().keyspace();
    if (cluster.keyspaceAskedFor().isPresent()) {
      return List.of(ClusterFinding.ok("keyspace", name));
    }
    return List.of(
        ClusterFinding.wrong(
            "keyspace",
            "there is no keyspace " + name,
            "make it by 'messina schema apply', or by: "
                + KeyspaceStatements.create(cluster.options(), cluster.product())
                + ";"));
  }

  @Override
  public boolean isFoundation() {
    return true;
  }
}
