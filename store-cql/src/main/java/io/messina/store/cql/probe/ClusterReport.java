package io.messina.store.cql.probe;

import io.messina.store.StoreException;
import java.util.List;

/**
 * The findings about a cluster.
 *
 * @param product which database it is
 * @param limits the limits of the nodes
 * @param hasTablets whether the keyspace has tablets instead of vnodes
 * @param findings one or more for each side that was looked at, in that order
 */
public record ClusterReport(
    DatabaseProduct product,
    ServerLimits limits,
    boolean hasTablets,
    List<ClusterFinding> findings) {

  /** Keeps the findings. */
  public ClusterReport {
    findings = List.copyOf(findings);
  }

  /**
   * Whether the store would work.
   *
   * @return false if anything is wrong
   */
  public boolean isUsable() {
    return findings.stream().noneMatch(ClusterReport::isWrong);
  }

  /**
   * Refuses a cluster on which the store would not work.
   *
   * @throws StoreException with code {@link StoreException.Code#MISCONFIGURED} and the sentence of
   *     the first thing that is wrong
   */
  public void requireUsable() {
    findings.stream()
        .filter(ClusterReport::isWrong)
        .findFirst()
        .ifPresent(
            finding -> {
              throw new StoreException(StoreException.Code.MISCONFIGURED, finding.sentence());
            });
  }

  private static boolean isWrong(ClusterFinding finding) {
    return finding.grade() == ClusterFinding.Grade.WRONG;
  }
}
