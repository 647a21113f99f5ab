package io.messina.store.cql.probe;

import java.util.ArrayList;
import java.util.List;

/** Nodes accept the requests of the store, and keep acknowledged writes. */
final class SettingsCheck implements Check {

  private static final long MEBIBYTE = 1L << 20;

  /** The largest batch of the store with its keys and the overhead of CQL, as it is sent. */
  private static final long FRAME_LEAST = 8 * MEBIBYTE;

  /** The same as a node writes it to its commit log. */
  private static final long MUTATION_LEAST = 6 * MEBIBYTE;

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    NodeSettings settings = NodeSettings.of(cluster);
    cluster.setLimits(settings.limits());
    List<ClusterFinding> findings = new ArrayList<>();
    findings.add(
        settings.ofNodes().isEmpty()
            ? ClusterFinding.warning(
                "limits",
                "no node tells its settings",
                "those of Cassandra are assumed; let the role SELECT in system_views")
            : limits(cluster.limits()));
    settings.text("commitlog_sync").ifPresent(sync -> findings.add(commitLog(cluster, sync)));
    settings.text("paxos_variant").ifPresent(variant -> findings.add(paxos(variant)));
    return findings;
  }

  private static ClusterFinding limits(ServerLimits limits) {
    String found =
        "a request may have "
            + limits.frameBytesMax() / MEBIBYTE
            + " MiB, a write "
            + limits.mutationBytesMax() / MEBIBYTE
            + " MiB";
    boolean enough =
        limits.frameBytesMax() >= FRAME_LEAST && limits.mutationBytesMax() >= MUTATION_LEAST;
    return enough
        ? ClusterFinding.ok("limits", found)
        : ClusterFinding.wrong(
            "limits",
            found,
            "raise native_transport_max_frame_size and native_transport_max_message_size (or the"
                + " heap that they follow) to at least "
                + FRAME_LEAST / MEBIBYTE
                + " MiB, and max_mutation_size to "
                + MUTATION_LEAST / MEBIBYTE
                + " MiB");
  }

  private static ClusterFinding commitLog(ProbedCluster cluster, String sync) {
    boolean alone = cluster.options().replication() == 1;
    return sync.contains("periodic") && alone
        ? ClusterFinding.warning(
            "commit log",
            sync + ", and each row has one copy",
            "a node that is killed forgets what it acknowledged since the last sync; set"
                + " commitlog_sync: batch, or keep three copies")
        : ClusterFinding.ok("commit log", sync);
  }

  private static ClusterFinding paxos(String variant) {
    return variant.contains("v1")
        ? new ClusterFinding(
            "paxos",
            ClusterFinding.Grade.OK,
            variant,
            "v2 takes fewer round trips for a fenced write")
        : ClusterFinding.ok("paxos", variant);
  }
}
