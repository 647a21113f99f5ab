package io.messina.cli;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * The runs in which Java fills its caches of loaded classes ({@code -XX:AOTCacheOutput}), which the
 * script {@code messina} makes after each build. One cache is of a server under load: it also has
 * the profiles of its methods, so that they are compiled well at once. The other is of the commands
 * that are called most, which end before anything is worth such work.
 */
final class CacheTraining {

  private static final String SERVER = "server";
  private static final String COMMANDS = "commands";

  /** Enough for the profiles of a replay; more of them only takes longer. */
  private static final int EDITS = 8_000;

  private static final Instant BEGIN = Instant.parse("2015-09-12T00:46:00Z");
  private static final Duration BETWEEN_EDITS = Duration.ofSeconds(2);
  private static final int EDITORS = 2_000;
  private static final int CHANNELS = 40;

  /** The busiest editor has one of so many edits. */
  private static final int BUSIEST_SHARE = 20;

  /** Mixes the others. */
  private static final int PRIME = 31;

  private static final int ROUNDS = 3;
  private static final int EVENTS = 2_000;
  private static final Duration READY_MAX = Duration.ofSeconds(60);

  private final Path folder;
  private final String url;

  private CacheTraining(Path folder, String url) {
    this.folder = folder;
    this.url = url;
  }

  /**
   * Runs and ends.
   *
   * @param arguments {@code server} or {@code commands}, and an empty folder for files
   * @throws IOException if the folder cannot be written
   * @throws InterruptedException if this thread is told to end
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[1]);
    switch (arguments[0]) {
      case SERVER -> trainServer(folder, EDITS);
      case COMMANDS -> trainCommands(folder);
      default ->
          throw new IllegalArgumentException(
              arguments[0] + " (expected: " + SERVER + " or " + COMMANDS + ")");
    }
    System.exit(0);
  }

  static void trainServer(Path folder, int edits) throws IOException {
    run("serve", "--help");
    run("config");
    run(
        "demo",
        "--exit",
        "--edits",
        Integer.toString(edits),
        "--day",
        day(folder.resolve("day.json.gz"), edits).toString(),
        "--data",
        folder.resolve("data").toString());
  }

  /** A file of edits like those of the demo, and as dense. */
  private static Path day(Path file, int edits) throws IOException {
    try (Writer day =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
      for (int number = 0; number < edits; number++) {
        day.write(edit(number));
      }
    }
    return file;
  }

  private static String edit(int number) {
    int editor = number % BUSIEST_SHARE == 0 ? 0 : number * PRIME % EDITORS;
    return """
    {"time":"%s","channel":"#wiki-%d","comment":"edit %d of a page","isAnonymous":%b,\
    "isMinor":false,"isNew":false,"isRobot":%b,"namespace":"Main","page":"Page %d",\
    "user":"editor-%d","delta":%d,"added":%d,"deleted":0}
    """
        .formatted(
            BEGIN.plus(BETWEEN_EDITS.multipliedBy(number)),
            editor % CHANNELS,
            number,
            number % 3 == 0,
            editor % 2 == 0,
            number % EDITORS,
            editor,
            number % CHANNELS,
            number % CHANNELS);
  }

  static void trainCommands(Path folder) throws IOException, InterruptedException {
    Map<String, String> flags =
        Map.of(Options.DATA.flag(), folder.resolve("data").toString(), Options.PORT.flag(), "0");
    try (Node server = Node.start(Configuration.read(folder, Map.of(), flags))) {
      if (!server.awaitReady(READY_MAX)) {
        throw new IllegalStateException("not ready within " + READY_MAX);
      }
      new CacheTraining(folder, server.baseUrl().toString()).askAll();
    }
  }

  private void askAll() throws IOException {
    run("--help");
    run("--version");
    run("serve", "--help");
    ask("stream create training --shards 4");
    ask("group create training workers");
    ask("feature create user age --type scalar --value-type integer");
    ask("feature create user pages --type list --value-type text --ttl 30d");
    ask("aggregate create users --stream training --kind count --window 1h");
    for (int round = 0; round < ROUNDS; round++) {
      ask("load --stream training " + file(round));
      ask("values put user age ada " + round);
      ask("values get user age ada");
      ask("stream list");
      ask("stream show training");
      ask("group list training");
      ask("tail training --once --from earliest --max 100");
    }
    ask("aggregate show users");
  }

  private Path file(int round) throws IOException {
    return Files.writeString(
        folder.resolve(round + ".ndjson"),
        IntStream.range(0, EVENTS)
            .mapToObj("{\"round\":%d,\"number\":%%d}%n".formatted(round)::formatted)
            .collect(Collectors.joining()));
  }

  private void ask(String line) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.addAll(List.of("--url", url));
    run(words.toArray(String[]::new));
  }

  private static void run(String... words) {
    int exitCode =
        MessinaCommand.commandLine(words)
            .setOut(new PrintWriter(Writer.nullWriter()))
            .execute(words);
    if (exitCode != 0) {
      throw new IllegalStateException(
          "messina %s: ended with %d (expected: 0)".formatted(String.join(" ", words), exitCode));
    }
  }
}
