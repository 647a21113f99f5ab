package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.messina.store.Table;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that Messina's tables which others created or changed have the important options of
 * Messina's own tables: they remember deletes as long, and drop expired rows.
 *
 * @param tables the declarations
 */
record TableOptionsCheck(List<Table> tables) implements Check {

  private static final String WHAT = "table options";
  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");
  private static final CqlIdentifier GRACE = CqlIdentifier.fromInternal("gc_grace_seconds");
  private static final CqlIdentifier COMPACTION = CqlIdentifier.fromInternal("compaction");
  private static final CqlIdentifier EXTENSIONS = CqlIdentifier.fromInternal("extensions");

  /** The default of both databases for a table. */
  private static final int GRACE_SECONDS = Math.toIntExact(Duration.ofDays(10).toSeconds());

  private static final String KEPT = "timeout";
  private static final String WINDOWS = "TimeWindowCompactionStrategy";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    List<ClusterFinding> findings = new ArrayList<>();
    Optional<KeyspaceMetadata> keyspace = cluster.keyspace();
    for (Table table : tables) {
      keyspace
          .flatMap(it -> it.getTable(CqlIdentifier.fromInternal(table.name())))
          .filter(it -> table.definition().equals(it.getOptions().get(COMMENT)))
          .ifPresent(it -> findings.addAll(examine(cluster, table, it.getOptions())));
    }
    return findings;
  }

  private static List<ClusterFinding> examine(
      ProbedCluster cluster, Table table, Map<CqlIdentifier, Object> options) {
    String name = cluster.options().quotedKeyspace() + "." + table.name();
    return examine(cluster.product().kind(), name, table, options);
  }

  /** The findings about one table with these options. */
  static List<ClusterFinding> examine(
      DatabaseProduct.Kind product, String name, Table table, Map<CqlIdentifier, Object> options) {
    List<ClusterFinding> findings = new ArrayList<>();
    if (!table.isAppendOnly()
        && options.get(GRACE) instanceof Integer seconds
        && seconds < GRACE_SECONDS) {
      findings.add(
          warning(
              name,
              "forgets deletes after " + seconds + " s, so that what was removed may come back",
              "gc_grace_seconds = " + GRACE_SECONDS));
    }
    if (product == DatabaseProduct.Kind.SCYLLA && !table.isAppendOnly()) {
      mode(options)
          .filter(mode -> !mode.equals(KEPT))
          .ifPresent(mode -> findings.add(wrongMode(name, mode)));
    }
    compaction(options).flatMap(by -> compaction(name, table, by)).ifPresent(findings::add);
    return findings;
  }

  private static Optional<String> mode(Map<CqlIdentifier, Object> options) {
    return options.get(EXTENSIONS) instanceof Map<?, ?> extensions
            && extensions.get(TombstoneGc.NAME) instanceof ByteBuffer bytes
        ? TombstoneGc.mode(bytes)
        : Optional.empty();
  }

  private static ClusterFinding wrongMode(String name, String mode) {
    return warning(
        name,
        mode.equals("disabled")
            ? "never forgets deletes, and grows"
            : "forgets deletes by mode '" + mode + "', so that what was removed may come back",
        "tombstone_gc = {'mode': '" + KEPT + "'}");
  }

  /** The class without its package, which Cassandra names and ScyllaDB does not. */
  private static Optional<String> compaction(Map<CqlIdentifier, Object> options) {
    return options.get(COMPACTION) instanceof Map<?, ?> map && map.get("class") instanceof String by
        ? Optional.of(by.substring(by.lastIndexOf('.') + 1))
        : Optional.empty();
  }

  private static Optional<ClusterFinding> compaction(String name, Table table, String by) {
    if (!table.isAppendOnly() && by.equals(WINDOWS)) {
      return Optional.of(
          warning(
              name,
              "is compacted by time windows, which keep what was deleted or written over",
              "compaction = {'class': 'LeveledCompactionStrategy'}"));
    }
    return Compaction.of(table)
        .filter(wanted -> !by.equals(WINDOWS))
        .map(
            wanted ->
                warning(name, "is compacted by " + by + ", so that expired rows go late", wanted));
  }

  private static ClusterFinding warning(String name, String found, String option) {
    return ClusterFinding.warning(
        WHAT, "table " + name + " " + found, "run ALTER TABLE " + name + " WITH " + option + ";");
  }
}
