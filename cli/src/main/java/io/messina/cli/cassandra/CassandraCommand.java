package io.messina.cli.cassandra;

import io.messina.cassandra.CassandraFolder;
import io.messina.cassandra.NodeStatus;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code messina cassandra}. */
@Command(
    name = "cassandra",
    description = "Start, look at and stop nodes of Apache Cassandra on this machine, for trying.")
public final class CassandraCommand {

  @Spec private CommandSpec spec;

  @Command(
      name = "start",
      description = {
        "Start nodes, wait until they are ready, and leave them running.",
        "",
        "Running nodes stay as they are. Data of former runs is available again.",
        ""
      })
  void start(@Mixin NodesFolder folder, @Mixin StartOptions settings, @Mixin OutputFormat format) {
    CassandraFolder nodes = folder.open();
    List<NodeStatus> before = nodes.nodes();
    int count = settings.nodes().orElse(Math.max(1, before.size()));
    PrintWriter err = spec.commandLine().getErr();
    nodes.start(
        count,
        settings.port(),
        settings.heapMebibytes(count),
        address -> err.println("Starting Cassandra on " + address.host() + "…"));
    boolean ranAlready = before.size() == count && before.stream().allMatch(NodeStatus::isRunning);
    printStarted(nodes.nodes(), folder, ranAlready, format);
  }

  private void printStarted(
      List<NodeStatus> nodes, NodesFolder folder, boolean ranAlready, OutputFormat format) {
    String url = NodeFields.url(nodes);
    String sentence =
        """
        Cassandra runs%s: %s; its data is in %s.

          %s

        Next:

          ./messina schema apply --store '%4$s'
          ./messina serve --store '%4$s'
        """
            .formatted(
                ranAlready ? " already" : "",
                nodes.size() == 1 ? "1 node" : nodes.size() + " nodes",
                folder.path(),
                url);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("url", url);
    fields.put("nodes", nodes.stream().map(NodeFields::of).toList());
    format.printDone(out(), sentence.stripTrailing(), fields);
  }

  @Command(
      name = "status",
      description = "Show which nodes run.",
      exitCodeList = {"0:all nodes of the folder run", "1:one does not, or there is none"})
  int status(@Mixin NodesFolder folder, @Mixin OutputFormat format) {
    List<NodeStatus> nodes = folder.open().nodes();
    format.printAll(
        out(),
        "nodes",
        nodes.stream().map(format.isJson() ? NodeFields::of : NodeFields::ofRow).toList());
    return !nodes.isEmpty() && nodes.stream().allMatch(NodeStatus::isRunning)
        ? ExitCodes.SUCCESS
        : ExitCodes.FAILURE;
  }

  @Command(name = "stop", description = "Let the nodes write their data, and end.")
  void stop(@Mixin NodesFolder folder, @Mixin OutputFormat format) {
    List<NodeStatus> stopped = folder.open().stop();
    format.printDone(
        out(),
        switch (stopped.size()) {
          case 0 -> "No node runs.";
          case 1 -> "1 node has ended; its data is in " + folder.path() + ".";
          default -> stopped.size() + " nodes have ended; their data is in " + folder.path() + ".";
        },
        Map.of("stopped", stopped.stream().map(NodeStatus::number).toList()));
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
