package io.messina.cli.remote;

import io.messina.api.Cluster;
import io.messina.api.ClusterMember;
import io.messina.api.ClusterShard;
import io.messina.api.MemberState;
import io.messina.api.Wire;
import io.messina.cli.terminal.OutputFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster for people: a line for each node, and sentences about what is wrong.
 *
 * @param cluster as a server sees it
 */
record ClusterText(Cluster cluster) {

  private static final int NAMED_MAX = 8;

  String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        cluster.nodes().isEmpty()
            ? "No nodes are known: the server that was asked is no member at the moment."
            : OutputFormat.table(cluster.nodes().stream().map(ClusterText::row).toList()));
    for (ClusterMember node : cluster.nodes()) {
      node.trouble().ifPresent(lines::add);
      if (!node.declined().isEmpty()) {
        lines.add(node.address() + ": could not serve " + named(node.declined()));
      }
    }
    lines.add(shards());
    formats().ifPresent(lines::add);
    return String.join(System.lineSeparator(), lines);
  }

  private static Map<String, @Nullable Object> row(ClusterMember node) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("node", node.address());
    row.putAll(Wire.fields(node));
    row.keySet().removeAll(Set.of("address", "declined", "newest_format", "trouble"));
    return row;
  }

  private String shards() {
    Set<String> living =
        cluster.nodes().stream()
            .filter(node -> node.trouble().isEmpty())
            .filter(node -> node.state() == MemberState.LIVING || isLeaving(node))
            .map(ClusterMember::address)
            .collect(Collectors.toSet());
    List<String> ownerless =
        cluster.shards().stream()
            .filter(shard -> shard.owner().filter(living::contains).isEmpty())
            .map(ClusterText::name)
            .toList();
    int all = cluster.shards().size();
    return ownerless.isEmpty()
        ? "All of the " + all + " shards have an owner that answers."
        : ownerless.size()
            + " of "
            + all
            + " shards have no owner that answers: "
            + named(ownerless);
  }

  /** Said while there is something to do. */
  private Optional<String> formats() {
    List<ClusterMember> living =
        cluster.nodes().stream()
            .filter(node -> node.state() == MemberState.LIVING || isLeaving(node))
            .toList();
    return living.stream()
        .map(ClusterMember::newestFormat)
        .max(Integer::compare)
        .filter(newest -> newest > cluster.format())
        .map(
            newest ->
                "An upgrade is not finished: all write format "
                    + cluster.format()
                    + ", and "
                    + named(
                        living.stream()
                            .filter(node -> node.newestFormat() == newest)
                            .map(ClusterMember::address)
                            .toList())
                    + " know format "
                    + newest
                    + ". Once all do: messina cluster finish-upgrade");
  }

  private static boolean isLeaving(ClusterMember node) {
    return node.state() == MemberState.LEAVING;
  }

  private static String name(ClusterShard shard) {
    return shard.stream()
        + "/"
        + shard.shard()
        + shard.owner().map(owner -> " (" + owner + ")").orElse("");
  }

  private static String named(List<String> names) {
    String some = names.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
    int more = names.size() - NAMED_MAX;
    return more > 0 ? some + " and " + more + " more" : some;
  }
}
