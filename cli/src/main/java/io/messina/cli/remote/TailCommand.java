package io.messina.cli.remote;

import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.client.MessinaClient;
import io.messina.client.stream.StreamClient;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina tail}. */
@Command(
    name = "tail",
    description = {
      "Print the events of a stream as they are appended, until Ctrl-C.",
      "",
      "It moves no group. Events of a shard come in their order. A line is the"
          + " event's time, shard and position, key and payload; with --json it is all of it.",
      ""
    })
public final class TailCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat format;

  @Parameters(paramLabel = "STREAM", description = "The name of the stream.")
  private @Nullable StreamName stream;

  @Option(
      names = "--from",
      paramLabel = "WHERE",
      defaultValue = "latest",
      description = "earliest, latest, or a time. ${DEFAULT-VALUE} unless given.")
  private Start from = Start.latest();

  @Option(names = "--shard", paramLabel = "N", description = "Only this shard. All unless given.")
  private @Nullable Integer shard;

  @Option(names = "--max", paramLabel = "N", description = "End after so many events.")
  private long max = Long.MAX_VALUE;

  @Option(
      names = "--once",
      description = "End where the stream ends now, rather than wait for more.")
  private boolean once;

  @Override
  public Integer call() {
    try (MessinaClient client = server.connect()) {
      StreamClient read = client.stream(Objects.requireNonNull(stream));
      int shards = read.get().options().shards();
      ShardPager tail =
          new ShardPager(read, new EventLines(spec.commandLine().getOut(), format, max));
      IntStream wanted = shard == null ? IntStream.range(0, shards) : IntStream.of(shard);
      if (once) {
        wanted.forEach(number -> tail.read(number, from));
      } else {
        tail.follow(wanted.boxed().toList(), from);
      }
    }
    return ExitCodes.SUCCESS;
  }
}
