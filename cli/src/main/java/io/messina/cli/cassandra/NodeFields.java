package io.messina.cli.cassandra;

import io.messina.cassandra.NodeStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The output of nodes. */
final class NodeFields {

  private static final String DATACENTER = "datacenter1";

  private NodeFields() {}

  static Map<String, Object> of(NodeStatus node) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("node", node.number());
    fields.put("address", address(node));
    fields.put("state", state(node));
    fields.put("log", node.log().toString());
    node.pid().ifPresent(pid -> fields.put("pid", pid));
    return fields;
  }

  /** In a table a process id is no amount, and each row has all columns. */
  static Map<String, Object> ofRow(NodeStatus node) {
    Map<String, Object> fields = of(node);
    fields.put("pid", node.pid().isPresent() ? Long.toString(node.pid().getAsLong()) : "");
    return fields;
  }

  /** Names all nodes, so that a driver finds the cluster while one of them is down. */
  static String url(List<NodeStatus> nodes) {
    return nodes.stream()
        .map(NodeFields::address)
        .collect(
            Collectors.joining(
                ",",
                "cql://",
                "/messina?dc=" + DATACENTER + "&replication=" + Math.min(nodes.size(), 3)));
  }

  private static String address(NodeStatus node) {
    return node.address().host() + ":" + node.address().nativePort();
  }

  private static String state(NodeStatus node) {
    if (!node.isRunning()) {
      return "stopped";
    }
    return node.ready() ? "ready" : "starting";
  }
}
