package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tables have the traits that reads rest on: repairs that block, so that what one read returned
 * later reads return, and no expiry of their own.
 */
final class ReadRepairCheck implements Check {

  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");
  private static final CqlIdentifier EXPIRY = CqlIdentifier.fromInternal("default_time_to_live");

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    List<ClusterFinding> findings = new ArrayList<>();
    Optional<KeyspaceMetadata> keyspace = cluster.keyspace();
    if (keyspace.isPresent()) {
      keyspace.get().getTables().values().forEach(table -> examine(table, findings));
    }
    return findings;
  }

  private static void examine(TableMetadata table, List<ClusterFinding> findings) {
    String name = table.getKeyspace().asCql(true) + "." + table.getName().asCql(true);
    if ("NONE".equals(table.getOptions().get(READ_REPAIR))) {
      findings.add(
          ClusterFinding.wrong(
              "read repair",
              "table " + name + " has none, so that reads may go back in time",
              "run ALTER TABLE " + name + " WITH read_repair = 'BLOCKING';"));
    }
    if (table.getOptions().get(EXPIRY) instanceof Integer seconds && seconds != 0) {
      findings.add(
          ClusterFinding.wrong(
              "expiry",
              "table " + name + " forgets all rows after " + seconds + " s",
              "run ALTER TABLE " + name + " WITH default_time_to_live = 0;"));
    }
  }
}
