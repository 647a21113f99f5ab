package io.messina.cli.features;

import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.cli.file.KeptInput;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina lists import}. */
@Command(
    name = "import",
    description = {
      "Add the items of a file to the lists of any number of entities.",
      "",
      "NDJSON, an item per line, also packed by gzip or zstd:",
      "",
      "  {\"entity\":\"ada\",\"value\":\"Messina\",\"time\":\"2015-09-12T00:46:58.771Z\"}",
      "",
      "The whole file is checked before anything is sent. If it is "
          + "interrupted, run it again: existing items stay as they are.",
      "",
      "  messina lists import user recent_pages pages.ndjson",
      ""
    })
final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private ListArguments lists;
  @Mixin private OutputFormat output;

  @Parameters(index = "2", paramLabel = "FILE", description = "The file, or - for standard input.")
  private String file = InputFile.STANDARD_INPUT;

  @Override
  public Integer call() throws IOException {
    InputFile typed = InputFile.of(file, InputFormat.NDJSON);
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (KeptInput kept = KeptInput.of(typed)) {
      long begun = System.nanoTime();
      ItemImport done =
          lists.askPatiently(
              spec,
              (list, type) -> {
                ItemImport items = new ItemImport(list, new ItemLines(type), progress);
                return kept.file().read(() -> items.run(kept.file()));
              });
      print(done, Duration.ofNanos(System.nanoTime() - begun));
    }
    return ExitCodes.SUCCESS;
  }

  private void print(ItemImport done, Duration took) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("items", done.items());
    fields.put("stored", done.stored());
    fields.put("expired", done.expired());
    fields.put("seconds", took.toMillis() / 1000.0);
    output.printDone(
        spec.commandLine().getOut(),
        String.format(
            Locale.ROOT,
            "%,d items for %s in %.2f s: %,d stored, %,d were over already",
            done.items(),
            lists,
            took.toNanos() / 1e9,
            done.stored(),
            done.expired()),
        fields);
  }
}
