package io.messina.store.cql.probe;

import java.util.List;

/** Looks at one side of a cluster. */
interface Check {

  /** What it finds; nothing where it does not apply. */
  List<ClusterFinding> examine(Cluster cluster);

  /** Whether there is no use in looking further where this is wrong. */
  default boolean isFoundation() {
    return false;
  }
}
