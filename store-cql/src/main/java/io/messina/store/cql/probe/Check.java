package io.messina.store.cql.probe;

import java.util.List;

/** Looks at one side of a cluster. */
interface Check {

  /** Its findings; none if it does not apply. */
  List<ClusterFinding> examine(ProbedCluster cluster);

  /** Whether other checks make no sense if this one fails. */
  default boolean isFoundation() {
    return false;
  }
}
