package io.messina.store.cql.probe;

import java.util.List;

/** The database is of a version that supports the store. */
final class VersionCheck implements Check {

  private static final String WHAT = "version";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    DatabaseProduct product = cluster.product();
    if (product.isScylla()) {
      return List.of(
          product.isAtLeast(5, 4)
              ? ClusterFinding.ok(WHAT, product.toString())
              : ClusterFinding.warning(
                  WHAT, product + " is old", "5.4 or a later version is recommended"));
    }
    if (!product.isAtLeast(4, 0)) {
      return List.of(
          ClusterFinding.wrong(WHAT, product + " is too old", "use 4.1 or a later version"));
    }
    return List.of(
        product.isAtLeast(4, 1)
            ? ClusterFinding.ok(WHAT, product.toString())
            : ClusterFinding.warning(
                WHAT, product + " is old", "4.1 or a later version is recommended"));
  }
}
