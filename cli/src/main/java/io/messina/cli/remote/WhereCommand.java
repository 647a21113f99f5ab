package io.messina.cli.remote;

import io.messina.api.ClusterShard;
import io.messina.api.StreamName;
import io.messina.api.Wire;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina where}. */
@Command(
    name = "where",
    description =
        "Show where events with a key are: shard, server, and nodes and cores of the database.")
public final class WhereCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat format;

  @Parameters(paramLabel = "STREAM", description = "The name of the stream.")
  private @Nullable StreamName stream;

  @Parameters(paramLabel = "KEY", description = "The key of the events.")
  private @Nullable String key;

  @Override
  public Integer call() {
    try (MessinaClient client = server.connect()) {
      ClusterShard shard =
          client.stream(Objects.requireNonNull(stream)).where(Objects.requireNonNull(key));
      Map<String, @Nullable Object> fields = new LinkedHashMap<>(Wire.fields(shard));
      if (!format.isJson()) {
        fields.putIfAbsent("owner", "none");
        fields.put(
            "location",
            shard.location().isEmpty() ? "unknown" : String.join(", ", shard.location()));
      }
      format.printOne(spec.commandLine().getOut(), fields);
    }
    return ExitCodes.SUCCESS;
  }
}
