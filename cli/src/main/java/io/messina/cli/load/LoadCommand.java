package io.messina.cli.load;

import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.cli.file.BadInputException;
import io.messina.cli.file.CsvForm;
import io.messina.cli.file.InputFile;
import io.messina.cli.file.InputFormat;
import io.messina.cli.remote.Completed;
import io.messina.cli.remote.RecordOptions;
import io.messina.cli.remote.ServerAddress;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.OutputFormat;
import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.client.error.MessinaException;
import io.messina.client.stream.StreamClient;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code messina load}. */
@Command(
    name = "load",
    description = {
      "Load a file of events into a stream.",
      "",
      "NDJSON, a JSON value per line, or CSV with a head, whose rows become JSON objects of texts,"
          + " without their empty cells; both also packed by gzip or zstd. The whole file is looked"
          + " through, its keys and times as well, before anything is made or sent.",
      "",
      "If it is interrupted, run it again: events that are stored already are "
          + "not stored again. The same content with the same --batch is the same "
          + "load, for any file name and any number of parallel requests. Standard "
          + "input can be loaded again only with a --source.",
      ""
    })
public final class LoadCommand implements Callable<Integer>, Completed {

  private static final int SOURCE_CHARS_MAX = 200;

  @Spec private CommandSpec spec;
  @Mixin private ServerAddress server;
  @Mixin private OutputFormat output;

  @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
  private String file = InputFile.STANDARD_INPUT;

  @Option(
      names = "--stream",
      required = true,
      paramLabel = "STREAM",
      description = "The stream to load into.")
  private @Nullable StreamName stream;

  @Option(
      names = "--create",
      description =
          "Create the stream, or change it, first; the options below that a stream has say how.")
  private boolean create;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "ndjson or csv. Unless given, csv where the file is called so.")
  private @Nullable InputFormat format;

  @Option(
      names = "--delimiter",
      paramLabel = "CHARACTER",
      description = "The separator of cells in csv: one character, or tab. A comma unless given.")
  private @Nullable String delimiter;

  @Option(
      names = "--utc",
      paramLabel = "COLUMN",
      description =
          "The column of csv whose times have no zone, as in 2010-12-01 08:26:00: they are of UTC,"
              + " and are written as in 2010-12-01T08:26:00Z.")
  private @Nullable String utc;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "1000",
      description = "The number of events per request, 1 to 10000. ${DEFAULT-VALUE} unless given.")
  private int batch;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "The maximum number of requests under way, 1 to 8. ${DEFAULT-VALUE} "
              + "unless given; events of a key keep their order either way.")
  private int parallel;

  @Option(
      names = "--source",
      paramLabel = "NAME",
      description =
          "Under which name batches are numbered, up to 200 visible characters of ASCII. Loads of"
              + " the same name must have the same content.")
  private @Nullable String source;

  @Override
  public void complete(CommandLine load) {
    RecordOptions.addForNew(load, StreamOptions.DEFAULT);
  }

  @Override
  public Integer call() throws IOException {
    check("--batch", batch, 10_000);
    check("--parallel", parallel, Sending.SOURCES_MAX);
    checkSource();
    InputFormat read = format == null ? InputFormat.ofName(file) : format;
    if (read != InputFormat.CSV && (delimiter != null || utc != null)) {
      throw wrong("--delimiter, --utc: of " + read + " (expected: none, as they are for csv)");
    }
    InputFile input = InputFile.of(file, read, new CsvForm(delimiter(), Optional.ofNullable(utc)));
    try (MessinaClient client = server.connectPatiently()) {
      StreamClient into = client.stream(Objects.requireNonNull(stream));
      long begun = System.nanoTime();
      print(input.read(() -> load(input, into)), Duration.ofNanos(System.nanoTime() - begun));
    }
    return ExitCodes.SUCCESS;
  }

  private void check(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw wrong(option + ": " + value + " (expected: from 1 to " + most + ")");
    }
  }

  private char delimiter() {
    if (delimiter == null) {
      return CsvForm.DEFAULT.delimiter();
    }
    String text = delimiter.equals("tab") ? "\t" : delimiter;
    if (text.length() != 1 || "\"\r\n".contains(text)) {
      throw wrong("--delimiter: " + delimiter + " (expected: one character, or tab)");
    }
    return text.charAt(0);
  }

  private void checkSource() {
    if (source != null && !source.matches("[!-~]{1," + SOURCE_CHARS_MAX + "}")) {
      throw wrong("--source: " + source + " (expected: 1 to 200 visible characters of ASCII)");
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private Load load(InputFile input, StreamClient into) throws IOException {
    if (!input.isReadOnce()) {
      input.checkReadable();
    }
    RowCheck check = new RowCheck(wanted(into));
    Inspection inspection =
        input.isReadOnce()
            ? new Inspection(-1, UUID.randomUUID().toString())
            : Inspection.of(input, check);
    if (create) {
      createOrChange(into);
    }
    return send(input, inspection, into, new KeyOrder(into.get().options().key()));
  }

  /** As the stream is, or will be: one that is not there is told before the file is read. */
  private StreamOptions wanted(StreamClient into) {
    try {
      StreamOptions standing = into.get().options();
      return create
          ? RecordOptions.given(spec.commandLine(), standing, StreamOptions.DEFAULT)
          : standing;
    } catch (MessinaException.NotFound e) {
      if (create) {
        return RecordOptions.given(
            spec.commandLine(), StreamOptions.DEFAULT, StreamOptions.DEFAULT);
      }
      throw e;
    }
  }

  private void createOrChange(StreamClient into) {
    CommandLine command = spec.commandLine();
    try {
      into.change(options -> RecordOptions.given(command, options, StreamOptions.DEFAULT));
    } catch (MessinaException.NotFound _) {
      into.create(RecordOptions.given(command, StreamOptions.DEFAULT, StreamOptions.DEFAULT));
    }
  }

  private Load send(InputFile input, Inspection inspection, StreamClient into, KeyOrder order)
      throws IOException {
    long known = inspection.records();
    OptionalLong total = known < 0 ? OptionalLong.empty() : OptionalLong.of(known);
    try (InputStream bytes = input.open();
        Progress.Step step = Progress.on(spec.commandLine().getErr()).begin("Loading", total)) {
      Sending sending = Sending.ofEvents(known, parallel, batch);
      Load load = new Load(into, source(input, inspection, order, sending), sending, order, step);
      load.run(input.records(bytes));
      if (total.isPresent() && load.events() != known) {
        throw new BadInputException(file + ": changed while it was loaded");
      }
      return load;
    }
  }

  /**
   * Batches are the same only if they are cut alike, so all that this depends on is in the name;
   * how many are under way at a time is not, and may change.
   */
  private String source(InputFile input, Inspection inspection, KeyOrder order, Sending sending) {
    return String.join(
        "/",
        source == null ? "load-" + inspection.identity() : source,
        input.format() + input.csv().name(),
        Integer.toString(batch),
        order.name(),
        Integer.toString(sending.sources()));
  }

  private void print(Load load, Duration took) {
    long stored = load.events() - load.duplicates();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("stream", Objects.requireNonNull(stream).value());
    fields.put("events", load.events());
    fields.put("stored", stored);
    fields.put("duplicates", load.duplicates());
    fields.put("seconds", took.toMillis() / 1000.0);
    output.printDone(
        spec.commandLine().getOut(),
        String.format(
            Locale.ROOT,
            "%,d events in %s: %,d stored in %.2f s, %,d were there already",
            load.events(),
            stream,
            stored,
            took.toNanos() / 1e9,
            load.duplicates()),
        fields);
  }
}
