package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.messina.store.TableKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Messina's tables have the properties that reads rely on: repairs that block, so that the result
 * of one read is also seen by later reads, and no expiry by the table.
 */
final class ReadRepairCheck implements Check {

  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");
  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");
  private static final CqlIdentifier EXPIRY = CqlIdentifier.fromInternal("default_time_to_live");

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    List<ClusterFinding> findings = new ArrayList<>();
    Optional<KeyspaceMetadata> keyspace = cluster.keyspace();
    if (keyspace.isPresent()) {
      keyspace.get().getTables().values().stream()
          .filter(ReadRepairCheck::isOurs)
          .forEach(table -> examine(table, findings));
    }
    return findings;
  }

  /** Other applications' tables in the keyspace are not Messina's concern. */
  private static boolean isOurs(TableMetadata table) {
    String comment = String.valueOf(table.getOptions().get(COMMENT));
    return Stream.of(TableKind.values())
        .map(kind -> kind.name().toLowerCase(Locale.ROOT) + " " + table.getName().asInternal())
        .anyMatch(begin -> comment.startsWith(begin + " ("));
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
