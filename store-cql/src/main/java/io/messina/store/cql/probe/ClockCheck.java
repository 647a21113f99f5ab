package io.messina.store.cql.probe;

import java.util.List;

/** Clocks agree. */
final class ClockCheck implements Check {

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    return List.of(
        ClockExamination.of(cluster.questions(), cluster.answering(), cluster.clock()).finding());
  }
}
