package io.messina.cli.demo;

import io.messina.cli.file.OutputFile;
import io.messina.cli.serve.EndOfProcess;
import io.messina.cli.serve.OpenThings;
import io.messina.cli.terminal.ExitCodes;
import io.messina.cli.terminal.Progress;
import io.messina.client.MessinaClient;
import io.messina.server.Node;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code messina demo}. */
@Command(
    name = "demo",
    description = {
      "Send a day of Wikipedia edits through a temporary server, and make "
          + "profiles of the editors.",
      "",
      "The edits are real: 39,244 of 12 September 2015. They are posted over "
          + "HTTP to the stream 'edits', each durable when it is acknowledged. The "
          + "group 'profiles' processes them; a few percent of the first attempts "
          + "fail on purpose and are tried again. Then the enrichment 'profiles' makes "
          + "the profiles, which are written to the stream 'profiles'. Two "
          + "aggregates count the editors of each channel and hour, exactly and by "
          + "sketches. The busiest editor of each channel is sent a message, to a "
          + "receiver within this process.",
      "",
      "Nothing else needs to be installed, and nothing is left behind unless you name a folder or a"
          + " file.",
      ""
    },
    exitCodeList = {
      "0:every edit was acknowledged and processed",
      "1:failure: a folder or file that cannot be used, a server that fails",
      "2:a wrong call: unknown option or value"
    })
public final class DemoCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--speed",
      paramLabel = "SPEED",
      defaultValue = "7200",
      description =
          "How many times as fast as the day was: 7200, the default, takes 12 s. Or max: as fast as"
              + " possible, which shows how long the edits wait then.")
  private String speed = "7200";

  @Option(
      names = "--edits",
      paramLabel = "N",
      defaultValue = "" + WikipediaEdits.COUNT,
      description =
          "The number of edits, from the first one of the day: 1 to 39244. All unless given.")
  private int edits = WikipediaEdits.COUNT;

  /** Other edits, for trying and for training. */
  @Option(names = "--day", paramLabel = "FILE", hidden = true)
  private @Nullable Path day;

  @Option(
      names = "--worker",
      paramLabel = "KIND",
      defaultValue = "java",
      description =
          "java processes the edits in the server's process; python does it in "
              + "separate processes, over HTTP, with a request or two for each edit of "
              + "a busy editor, and needs python3 of 3.9 or newer. Edits of an editor "
              + "come in order either way.")
  private Workers.Kind worker = Workers.Kind.JAVA;

  @Option(
      names = "--exit",
      description = "End when all is processed. Without it the server stays up until Ctrl-C.")
  private boolean exit;

  @Option(
      names = "--data",
      paramLabel = "FOLDER",
      description =
          "Keep the data in this folder: a new or empty one, or one that a server "
              + "wrote. A second run on it deletes the streams of the first and creates "
              + "them again; others stay as they are. By default a temporary folder is "
              + "used and removed.")
  private @Nullable Path data;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Keep the data in a keyspace of a database, as in "
              + "cql://host:port/keyspace?dc=NAME, instead of a folder. The same data "
              + "is deleted: the streams edits, profiles and processed-edits of an "
              + "earlier run.")
  private @Nullable String store;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also write the results to this file, replacing it: counts, rates and latencies, profiles"
              + " of the ten busiest editors, and all channels, busiest first.")
  private @Nullable Path json;

  @Override
  public Integer call() throws InterruptedException {
    OptionalDouble chosen = speed();
    checkEdits();
    // Files that cannot be used are refused before all the work.
    List<WikipediaEdits.Line> replayed =
        WikipediaEdits.first(day == null ? WikipediaEdits.file() : day, edits);
    Optional<OutputFile> file = Optional.ofNullable(json).map(OutputFile::at);
    OpenThings open = new OpenThings();
    EndOfProcess end = EndOfProcess.closing(open, spec.commandLine().getErr());
    try (open) {
      run(open, replayed, chosen, file);
      if (!exit) {
        end.await();
      }
    } finally {
      end.cancel();
    }
    return ExitCodes.SUCCESS;
  }

  private void run(
      OpenThings open,
      List<WikipediaEdits.Line> replayed,
      OptionalDouble chosen,
      Optional<OutputFile> file) {
    DemoSummary summary = new DemoSummary(spec.commandLine().getOut());
    summary.printTitle();
    DemoPlace place = open.add(place());
    Node server = open.add(place.start());
    summary.printPlace(place, server.baseUrl());
    MessinaClient client = open.add(MessinaClient.connect(server.baseUrl()));
    ThanksReceiver receiver = open.add(ThanksReceiver.start());
    DemoDefinitions definitions = new DemoDefinitions(server.baseUrl(), receiver.url());
    definitions.put();
    DemoThanks thanks =
        new DemoThanks(client.messages(), receiver, "demo-" + Instant.now().getEpochSecond());
    Progress progress = Progress.on(spec.commandLine().getErr());
    Demo demo = new Demo(client, definitions, server.enrichments(), thanks, progress);
    summary.printWork(worker);
    Workers workers = open.add(workers(open, server, client, demo.book()));
    DemoReport report = demo.run(replayed, chosen, workers);
    file.ifPresent(it -> it.write(text -> text.append(report.pretty())));
    summary.print(report);
    summary.printThanks(report.messages(), thanks.sample(), thanks.usage(report.messages().sent()));
    if (!exit) {
      summary.printNext(server.baseUrl(), report);
    }
  }

  private DemoPlace place() {
    if (store != null && data != null) {
      throw new ParameterException(
          spec.commandLine(), "--data and --store (expected: one of them, or none)");
    }
    if (store != null) {
      return DemoPlace.keyspace(store);
    }
    return data == null ? DemoPlace.temporary() : DemoPlace.at(data);
  }

  private Workers workers(OpenThings open, Node server, MessinaClient client, EditBook book) {
    return switch (worker) {
      case JAVA -> Workers.in(server.streams(), book);
      case PYTHON -> {
        DemoPlace scripts = open.add(DemoPlace.temporary());
        yield new PythonWorkers(server.baseUrl(), client, scripts.path(), book);
      }
    };
  }

  private void checkEdits() {
    if (edits < 1 || edits > WikipediaEdits.COUNT) {
      throw new ParameterException(
          spec.commandLine(),
          "--edits: " + edits + " (expected: from 1 to " + WikipediaEdits.COUNT + ")");
    }
  }

  private OptionalDouble speed() {
    try {
      double times = speed.equals("max") ? 1 : Double.parseDouble(speed);
      if (times > 0 && times <= 1e9) {
        return speed.equals("max") ? OptionalDouble.empty() : OptionalDouble.of(times);
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw new ParameterException(
        spec.commandLine(),
        "--speed: " + speed + " (expected: max, or a number of times real time such as 600)");
  }
}
