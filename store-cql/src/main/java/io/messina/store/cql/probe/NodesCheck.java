package io.messina.store.cql.probe;

import com.datastax.oss.driver.api.core.metadata.Node;
import io.messina.store.cql.session.NodeName;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The data centre exists, and has nodes that answer. */
final class NodesCheck implements Check {

  private static final String WHAT = "nodes";

  @Override
  public List<ClusterFinding> examine(ProbedCluster cluster) {
    String datacenter = cluster.options().datacenter();
    List<Node> nodes = cluster.nodes();
    List<Node> answering = cluster.answering();
    if (nodes.isEmpty()) {
      return List.of(
          ClusterFinding.wrong(
              "data centre",
              "there is no data centre " + datacenter,
              "the database has " + String.join(", ", cluster.datacenters())));
    }
    if (answering.isEmpty()) {
      return List.of(
          ClusterFinding.wrong(
              WHAT,
              "none of the " + nodes.size() + " nodes in " + datacenter + " answers",
              "see that they run: " + names(nodes)));
    }
    String found =
        answering.size() + " of " + nodes.size() + " answer in data centre " + datacenter;
    List<Node> silent = nodes.stream().filter(node -> !answering.contains(node)).toList();
    return List.of(
        silent.isEmpty()
            ? ClusterFinding.ok(WHAT, found)
            : ClusterFinding.warning(WHAT, found, "see to " + names(silent)));
  }

  @Override
  public boolean isFoundation() {
    return true;
  }

  private static String names(Collection<Node> nodes) {
    return nodes.stream().map(NodeName::of).sorted().collect(Collectors.joining(", "));
  }
}
