package io.messina.cli.features;

import io.messina.cli.ExitCodes;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.cli.file.KeptInput;
import io.messina.cli.file.OutputFile;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.ListClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina lists export}. */
@Command(
    name = "export",
    description = {
      "Write the lists of entities as NDJSON, an item per line, as 'import' reads it.",
      "",
      "A file is there as a whole or not at all; it is packed by gzip where it is called .gz."
          + " Items of an entity are written newest first.",
      "",
      "Without entities all are written that have a list. Finding them passes over the lists of"
          + " all features in the store.",
      "",
      "  messina lists export user recent_pages -o pages.ndjson",
      "  messina lists export user recent_pages ada bob -o pages.ndjson",
      "  messina lists export user recent_pages --entities ids.txt -o pages.ndjson.gz",
      ""
    })
public final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ListPlace lists;
  @Mixin private OutputFormat format;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "ENTITY",
      description = "Whose lists. All unless given.")
  private List<String> entities = List.of();

  @Option(
      names = "--entities",
      paramLabel = "FILE",
      description = "A file with the ids of entities, one per line, or - for standard input.")
  private @Nullable String ids;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file to write. Standard output unless given.")
  private @Nullable Path output;

  /** For picocli. */
  public ExportCommand() {}

  @Override
  public Integer call() throws IOException {
    if (ids != null && !entities.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "ENTITY and --entities: both (expected: one of them, or none)");
    }
    long begun = System.nanoTime();
    if (output == null) {
      LineSink out = LineSink.to(spec.commandLine().getOut());
      var _ = lists.askPatiently(spec, (list, _) -> export(list, out));
    } else {
      Path path = output;
      ItemExport done = lists.askPatiently(spec, (list, _) -> exportTo(OutputFile.at(path), list));
      print(done, path, Duration.ofNanos(System.nanoTime() - begun));
    }
    return ExitCodes.SUCCESS;
  }

  private ItemExport exportTo(OutputFile file, ListClient list) {
    return file.write(text -> export(list, LineSink.to(text)));
  }

  private ItemExport export(ListClient list, LineSink out) throws IOException {
    if (ids != null) {
      return export(list, out, InputFile.of(ids, InputFormat.NDJSON));
    }
    return entities.isEmpty()
        ? export(list, out, new AllEntities(list), OptionalLong.empty())
        : export(list, out, EntityIds.of(entities), OptionalLong.of(entities.size()));
  }

  private ItemExport export(ListClient list, LineSink out, InputFile named) throws IOException {
    try (KeptInput kept = KeptInput.of(named)) {
      InputFile file = kept.file();
      return file.read(
          () -> {
            long count = EntityIds.count(file);
            try (InputStream bytes = file.open()) {
              return export(list, out, EntityIds.of(file.lines(bytes)), OptionalLong.of(count));
            }
          });
    }
  }

  private ItemExport export(ListClient list, LineSink out, EntityIds whose, OptionalLong total)
      throws IOException {
    try (Progress.Step step = Progress.on(spec.commandLine().getErr()).begin("Exporting", total)) {
      return new ItemExport(list, out, step).run(whose);
    }
  }

  private void print(ItemExport done, Path path, Duration took) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", path.toString());
    fields.put("items", done.items());
    fields.put("entities", done.entities());
    fields.put("seconds", took.toMillis() / 1000.0);
    format.printDone(
        spec.commandLine().getOut(),
        String.format(
            Locale.ROOT,
            "%,d items of %,d entities written to %s in %.2f s",
            done.items(),
            done.entities(),
            path,
            took.toNanos() / 1e9),
        fields);
  }
}
