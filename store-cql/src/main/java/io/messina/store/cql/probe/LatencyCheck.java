package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.messina.store.cql.session.CqlSessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures a read and a conditional write of a table of the store. The condition never holds, so
 * that nothing is written.
 */
final class LatencyCheck implements Check {

  private static final int TRIES = 21;
  private static final Duration TAKES_MAX = Duration.ofSeconds(5);
  private static final String READ = "read";
  private static final String CONDITION = "lwt";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    Optional<TableMetadata> table =
        cluster.keyspace().stream()
            .flatMap(keyspace -> keyspace.getTables().values().stream())
            .filter(FencedTable::isOne)
            .findFirst();
    if (table.isEmpty()) {
      return List.of(
          ClusterFinding.warning(
              CONDITION,
              "there are no tables yet to try reads and conditional writes on",
              "make them by 'messina schema apply', or start the server"));
    }
    FencedTable fenced = new FencedTable(table.get());
    return List.of(
        measured(cluster, READ, SimpleStatement.newInstance(fenced.read()).setIdempotent(true)),
        measured(
            cluster,
            CONDITION,
            SimpleStatement.newInstance(fenced.condition())
                .setExecutionProfileName(CqlSessions.FENCED)));
  }

  private static ClusterFinding measured(
      ProbedCluster cluster, String what, Statement<?> statement) {
    List<Duration> latencies = new ArrayList<>();
    SystemStopwatch all = new SystemStopwatch();
    try {
      while (latencies.size() < TRIES && all.elapsed().compareTo(TAKES_MAX) < 0) {
        SystemStopwatch one = new SystemStopwatch();
        cluster.session().execute(statement);
        latencies.add(one.elapsed());
      }
    } catch (DriverException e) {
      return ClusterFinding.wrong(
          what, "it does not work (" + e.getMessage() + ")", "see to the database");
    }
    latencies.sort(null);
    Duration half = latencies.get(latencies.size() / 2);
    return ClusterFinding.ok(
        what,
        String.format(
            Locale.ROOT, "half of %d within %.1f ms", latencies.size(), half.toNanos() / 1e6));
  }
}
