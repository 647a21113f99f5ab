package io.messina.cli.features;

import io.messina.api.WireException;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.cli.file.KeptInput;
import io.messina.cli.file.OutputFile;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.features.ListClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
      "A file is written as a whole or not at all; it is packed by gzip if "
          + "its name ends in .gz. Items of an entity are written newest first.",
      "",
      "Without entities all are written that have a list. Finding them passes over the lists of"
          + " all features in the store.",
      "",
      "  messina lists export user recent_pages -o pages.ndjson",
      "  messina lists export user recent_pages ada bob -o pages.ndjson",
      "  messina lists export user recent_pages --entities ids.txt -o pages.ndjson.gz",
      ""
    })
final class ExportCommand implements Callable<Integer> {

  private static final String STANDARD_OUTPUT = "-";

  @Spec private CommandSpec spec;
  @Mixin private ListArguments lists;
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
      description = "The file to write. Standard output, which is also -, unless given.")
  private @Nullable Path output;

  @Override
  public Integer call() throws IOException {
    checkEntities();
    Optional<OutputFile> file = file();
    if (ids == null) {
      export(file, this::export);
    } else {
      try (KeptInput kept = KeptInput.of(InputFile.of(ids, InputFormat.NDJSON))) {
        export(file, (list, out) -> export(list, out, kept.file()));
      }
    }
    return ExitCodes.SUCCESS;
  }

  private void checkEntities() {
    if (ids != null && !entities.isEmpty()) {
      throw wrong("ENTITY and --entities: both (expected: one of them, or none)");
    }
    try {
      EntityIds.check(entities);
    } catch (WireException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /** None for standard output. */
  private Optional<OutputFile> file() {
    if (output == null || output.toString().equals(STANDARD_OUTPUT)) {
      return Optional.empty();
    }
    try {
      return Optional.of(OutputFile.at(output));
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private void export(Optional<OutputFile> file, Export all) throws IOException {
    long begun = System.nanoTime();
    if (file.isPresent()) {
      OutputFile place = file.get();
      ItemExport done =
          lists.askPatiently(
              spec, (list, _) -> place.write(text -> all.run(list, LineSink.to(text))));
      print(done, Duration.ofNanos(System.nanoTime() - begun));
    } else {
      var _ = lists.askPatiently(spec, (list, _) -> all.run(list, new StandardOutput()));
    }
  }

  private ItemExport export(ListClient list, LineSink out) throws IOException {
    return entities.isEmpty()
        ? export(
            list, out, step -> new AllEntities(list, () -> step.advance(0)), OptionalLong.empty())
        : export(list, out, _ -> EntityIds.of(entities), OptionalLong.of(entities.size()));
  }

  private ItemExport export(ListClient list, LineSink out, InputFile named) throws IOException {
    return named.read(
        () -> {
          OptionalLong count = OptionalLong.of(EntityIds.count(named));
          try (InputStream bytes = named.open()) {
            EntityIds whose = EntityIds.of(named.lines(bytes));
            return export(list, out, _ -> whose, count);
          }
        });
  }

  private ItemExport export(
      ListClient list, LineSink out, Function<Progress.Step, EntityIds> whose, OptionalLong total)
      throws IOException {
    PrintWriter stderr = spec.commandLine().getErr();
    Progress progress =
        out instanceof StandardOutput ? Progress.besideOutput(stderr) : Progress.on(stderr);
    try (Progress.Step step = progress.begin("Exporting", total)) {
      return new ItemExport(list, out, step).run(whose.apply(step));
    }
  }

  private void print(ItemExport done, Duration took) {
    String path = String.valueOf(output);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", path);
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

  /** An export of the lists named by the call. */
  @FunctionalInterface
  private interface Export {

    ItemExport run(ListClient list, LineSink out) throws IOException;
  }
}
