package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.messina.store.cql.session.CqlOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keyspace keeps as many copies as the options ask for, in the data centres that they name. */
final class ReplicationCheck implements Check {

  private static final String WHAT = "replication";
  private static final Pattern COPIES = Pattern.compile("\\d{1,4}");

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    Optional<KeyspaceMetadata> keyspace = cluster.keyspace();
    return keyspace.isEmpty() ? List.of() : examine(cluster, keyspace.get());
  }

  private static List<ClusterFinding> examine(ProbedCluster cluster, KeyspaceMetadata keyspace) {
    List<ClusterFinding> findings = new ArrayList<>();
    findings.add(examineCopies(cluster, keyspace.getReplication()));
    if (!keyspace.isDurableWrites()) {
      String name = cluster.options().quotedKeyspace();
      findings.add(
          ClusterFinding.wrong(
              "durable writes",
              "keyspace " + name + " keeps no commit log",
              "run ALTER KEYSPACE " + name + " WITH durable_writes = true;"));
    }
    return findings;
  }

  private static ClusterFinding examineCopies(
      ProbedCluster cluster, Map<String, String> replication) {
    CqlOptions options = cluster.options();
    int copies = copies(options, replication);
    String place = " of each row in data centre " + options.datacenter();
    String found = "keyspace " + options.keyspace() + " keeps " + counted(copies) + place;
    String remedy = "run " + KeyspaceStatements.alter(options) + "; and then a full repair";
    if (copies == 0) {
      return ClusterFinding.wrong(WHAT, found.replace("0 copies", "no copy"), remedy);
    }
    if (copies < options.replication()) {
      return ClusterFinding.wrong(
          WHAT,
          found + ", not the " + options.replication() + " asked for",
          remedy + ", or ask for replication=" + copies);
    }
    int nodes = cluster.nodes().size();
    if (nodes < copies / 2 + 1) {
      return ClusterFinding.wrong(
          WHAT,
          found + ", of which its " + nodes + " nodes make no quorum",
          "add nodes, or keep fewer copies by ALTER KEYSPACE");
    }
    return graded(cluster, copies, found, replication);
  }

  private static ClusterFinding graded(
      ProbedCluster cluster, int copies, String found, Map<String, String> replication) {
    int nodes = cluster.nodes().size();
    if (nodes < copies) {
      return ClusterFinding.warning(
          WHAT, found + ", and has " + nodes + " nodes", "add nodes until there is one for each");
    }
    if (copies < CqlOptions.REPLICATION && nodes > copies) {
      return ClusterFinding.warning(
          WHAT,
          found + ", so that nothing can be done while one of its nodes is down",
          "keep three copies: "
              + KeyspaceStatements.alter(cluster.options().withReplication(3))
              + ";");
    }
    if (strategy(replication).equals("SimpleStrategy")) {
      return ClusterFinding.warning(
          WHAT,
          found + " by SimpleStrategy, which knows no data centres",
          "run " + KeyspaceStatements.alter(cluster.options()) + ";");
    }
    return ClusterFinding.ok(WHAT, found);
  }

  private static int copies(CqlOptions options, Map<String, String> replication) {
    String text =
        switch (strategy(replication)) {
          case "SimpleStrategy" -> replication.getOrDefault("replication_factor", "0");
          case "NetworkTopologyStrategy" -> replication.getOrDefault(options.datacenter(), "0");
          default -> "0";
        };
    return COPIES.matcher(text).matches() ? Integer.parseInt(text) : 0;
  }

  private static String strategy(Map<String, String> replication) {
    String name = replication.getOrDefault("class", "");
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String counted(int copies) {
    return copies == 1 ? "1 copy" : copies + " copies";
  }
}
