package io.messina.cli.features;

import io.messina.api.feature.SweepQuery;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.FeaturesClient;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code messina feature sweep}. */
@Command(
    name = "sweep",
    description = {
      "Delete the remains of deleted features and versions from the store.",
      "",
      "The contents of a deleted feature cannot be read, but items without a "
          + "ttl and values stay in the store until they are swept. A sweep reads "
          + "the lists and values of all features, and deletes nothing of existing "
          + "ones. If it is interrupted, run it again.",
      "",
      "  messina feature sweep --dry-run",
      "  messina feature sweep",
      ""
    })
final class SweepCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat format;

  @Option(names = "--dry-run", description = "Only show how much would be deleted.")
  private boolean dryRun;

  @Override
  public Integer call() {
    Progress progress = Progress.on(spec.commandLine().getErr());
    long begun = System.nanoTime();
    Sweep done = AskedFeature.of(spec, server.connectPatiently(), client -> run(client, progress));
    print(done, Duration.ofNanos(System.nanoTime() - begun));
    return ExitCodes.SUCCESS;
  }

  private Sweep run(FeaturesClient client, Progress progress) {
    try (Progress.Step step =
        progress.begin(dryRun ? "Looking" : "Sweeping", OptionalLong.empty())) {
      return new Sweep(client, step).run(dryRun ? SweepQuery.finding() : SweepQuery.deleting());
    }
  }

  private void print(Sweep done, Duration took) {
    PrintWriter out = spec.commandLine().getOut();
    if (!format.isJson() && !done.features().isEmpty()) {
      format.printAll(out, "features", done.rows());
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("looked_at", done.lookedAt());
    fields.put("deleted", done.deleted());
    fields.put("unknown", done.unknown());
    fields.put("features", done.features());
    fields.put("seconds", took.toMillis() / 1000.0);
    format.printDone(out, sentence(done, took), fields);
  }

  private String sentence(Sweep done, Duration took) {
    String unknown =
        done.unknown() == 0
            ? ""
            : String.format(Locale.ROOT, "; %,d of unknown features stay", done.unknown());
    return String.format(
        Locale.ROOT,
        "%,d lists and values looked at in %.2f s: %,d %s%s",
        done.lookedAt(),
        took.toNanos() / 1e9,
        dryRun ? done.found() : done.deleted(),
        dryRun ? "of deleted features, to be swept" : "of deleted features swept",
        unknown);
  }
}
