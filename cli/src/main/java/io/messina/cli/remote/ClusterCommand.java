package io.messina.cli.remote;

import io.messina.api.Cluster;
import io.messina.api.Wire;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Screen;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code messina cluster}. */
@Command(
    name = "cluster",
    description = {
      "Show the servers that share a keyspace: state, shards, version and URL of each, and shards"
          + " without an owner that answers.",
      "",
      "Any of them can be asked: it asks all others. One that does not answer within a second is"
          + " named, with the reason. With --json it is all of it, the owner of each shard, too.",
      ""
    })
public final class ClusterCommand implements Callable<Integer> {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat format;

  @Option(
      names = "--watch",
      description =
          "Look again each second, until Ctrl-C. With --json a line for each look. While no server"
              + " answers, it says so and goes on.")
  private boolean watch;

  @Override
  public Integer call() throws InterruptedException {
    try (MessinaClient client = server.connect()) {
      if (watch) {
        watch(client);
      } else {
        PrintWriter out = spec.commandLine().getOut();
        Cluster cluster = client.cluster();
        format.printDone(out, new ClusterText(cluster).text(), Wire.present(cluster));
      }
    }
    return ExitCodes.SUCCESS;
  }

  @Command(
      name = "finish-upgrade",
      description = {
        "End an upgrade, once all servers run the new version: from now on they write its formats.",
        "",
        "Until then servers of the version before can come back. Refused while one is there that"
            + " does not know the new formats. A repeat changes nothing.",
        ""
      })
  void finishUpgrade(@Mixin ServerAddress address, @Mixin OutputFormat asked) {
    try (MessinaClient client = address.connect()) {
      int written = client.finishUpgrade();
      asked.printDone(
          spec.commandLine().getOut(),
          "The store is written in format " + written + ".",
          Map.of("format", written));
    }
  }

  private void watch(MessinaClient client) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Screen screen = Screen.on(out);
    while (true) {
      try {
        Cluster cluster = client.cluster();
        if (format.isJson()) {
          out.println(OutputFormat.line(Wire.present(cluster)));
          out.flush();
        } else {
          screen.show(new ClusterText(cluster).text());
        }
      } catch (MessinaException e) {
        if (!e.retryable()) {
          throw e;
        }
        spec.commandLine().getErr().println("messina: " + e.problem().detail());
      }
      Thread.sleep(PAUSE);
    }
  }
}
