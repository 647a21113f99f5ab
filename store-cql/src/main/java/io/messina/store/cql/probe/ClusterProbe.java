package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.store.cql.session.CqlOptions;
import io.messina.store.cql.session.CqlSessions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a cluster through a session. It changes nothing. A node that is down or hangs is named
 * and otherwise left out: it costs a few seconds, and never more.
 */
public final class ClusterProbe {

  private static final List<Check> BEFORE_KEYSPACE = List.of(new NodesCheck(), new VersionCheck());
  private static final List<Check> BEFORE_WORK =
      List.of(
          new NodesCheck(),
          new VersionCheck(),
          new KeyspaceCheck(),
          new ReplicationCheck(),
          new TabletsCheck(),
          new RightsCheck(),
          new SettingsCheck(),
          new ReadRepairCheck(),
          new ClockCheck());

  private final CqlSession session;
  private final CqlOptions options;
  private final InstantSource clock;

  /**
   * A probe.
   *
   * @param session to the cluster, opened with the same options; stays the caller's
   * @param options the requested options
   * @param clock the real time, with which the clocks of the nodes are compared
   */
  public ClusterProbe(CqlSession session, CqlOptions options, InstantSource clock) {
    this.session = session;
    this.options = options;
    this.clock = clock;
  }

  /**
   * Examines everything that does not need the keyspace.
   *
   * @return the report
   * @throws StoreUnavailableException if the cluster does not answer at all
   */
  public ClusterReport examineWithoutKeyspace() {
    return examine(BEFORE_KEYSPACE);
  }

  /**
   * Looks at all that work rests on.
   *
   * @return the report; it ends at the first finding that makes further ones pointless
   * @throws StoreUnavailableException if the cluster does not answer at all
   */
  public ClusterReport examine() {
    return examine(BEFORE_WORK);
  }

  /**
   * Looks at all that work rests on, compares tables and their options with their declarations, and
   * measures how long reads and conditional writes take: some seconds.
   *
   * @param tables all tables that should exist
   * @return the report
   * @throws StoreUnavailableException if the cluster does not answer at all
   */
  public ClusterReport examineThoroughly(List<Table> tables) {
    List<Check> checks = new ArrayList<>(BEFORE_WORK);
    checks.add(new TablesCheck(tables));
    checks.add(new TableOptionsCheck(tables));
    checks.add(new LatencyCheck());
    return examine(checks);
  }

  /**
   * Examines the cluster thoroughly, with a session that it opens and closes.
   *
   * @param options the cluster and the keyspace
   * @param tables all tables that should exist
   * @return the report
   * @throws StoreUnavailableException if the cluster does not answer at all
   * @throws StoreException if it cannot be connected to as asked for
   */
  public static ClusterReport examineThoroughly(CqlOptions options, List<Table> tables) {
    try (CqlSession session = CqlSessions.open(options)) {
      return new ClusterProbe(session, options, SystemClock.wall()).examineThoroughly(tables);
    }
  }

  private ClusterReport examine(List<Check> checks) {
    try {
      ProbedCluster cluster = new ProbedCluster(session, options, clock);
      List<ClusterFinding> findings = new ArrayList<>();
      for (Check check : checks) {
        List<ClusterFinding> found = check.examine(cluster);
        findings.addAll(found);
        if (check.isFoundation()
            && found.stream().anyMatch(one -> one.grade() == ClusterFinding.Grade.WRONG)) {
          break;
        }
      }
      return new ClusterReport(cluster.product(), cluster.limits(), cluster.hasTablets(), findings);
    } catch (DriverException e) {
      throw new StoreUnavailableException(
          "the cluster could not be examined: " + e.getMessage(), e);
    }
  }
}
