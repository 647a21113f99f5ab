package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.messina.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tables are as they are declared.
 *
 * @param tables the declarations
 */
record TablesCheck(List<Table> tables) implements Check {

  private static final String WHAT = "tables";
  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    return cluster.keyspace().map(this::compared).orElseGet(List::of);
  }

  private List<ClusterFinding> compared(KeyspaceMetadata keyspace) {
    List<String> missing = new ArrayList<>();
    List<ClusterFinding> findings = new ArrayList<>();
    for (Table table : tables) {
      Optional<TableMetadata> there = keyspace.getTable(CqlIdentifier.fromInternal(table.name()));
      if (there.isEmpty()) {
        missing.add(table.name());
      } else if (!table.definition().equals(there.get().getOptions().get(COMMENT))) {
        findings.add(different(keyspace, table));
      }
    }
    if (!missing.isEmpty()) {
      findings.add(
          ClusterFinding.warning(
              WHAT,
              "missing: " + String.join(", ", missing),
              "make them by 'messina schema apply', or let the server make them"));
    }
    return findings.isEmpty()
        ? List.of(ClusterFinding.ok(WHAT, "all " + tables.size() + " are as they should be"))
        : findings;
  }

  private static ClusterFinding different(KeyspaceMetadata keyspace, Table table) {
    return ClusterFinding.wrong(
        WHAT,
        "table "
            + keyspace.getName().asCql(true)
            + "."
            + table.name()
            + " is of another version or of somebody else",
        "name another keyspace by --store");
  }
}
