package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Runs lines as a reader of a page would, in this process: a server goes on in the background until
 * the next one, on a free port, and what asks the usual address asks it.
 */
final class Terminal implements AutoCloseable {

  private static final int TRIES = 100;
  private static final String LAUNCHER = "./messina ";
  private static final String USUAL = "http://127.0.0.1:8420";
  private static final String FILE = "(.*\\.(n?d?json|csv|url)|\\w+-data)";

  private final Path folder;
  private @Nullable RunningCommand server;
  private String url = USUAL;

  Terminal(Path folder) {
    this.folder = folder;
  }

  void run(String line) throws IOException, InterruptedException {
    String command = line.replaceFirst(" +#.*", "");
    if (command.startsWith("curl ")) {
      curl(command);
      return;
    }
    assertThat(command).startsWith(LAUNCHER);
    List<String> words = words(command.substring(LAUNCHER.length()));
    if (words.equals(List.of("demo"))) {
      // A day takes long, and the first edits show as much.
      start(List.of("demo", "--edits", "500"), "Try:");
    } else if (words.getFirst().equals("serve")) {
      start(served(words), "\n");
    } else {
      messina(line, words);
    }
  }

  private void messina(String line, List<String> words) {
    if (asksServer(words)) {
      words.addAll(List.of("--url", url));
    }
    CommandRun run = CommandRun.of(words.toArray(String[]::new));
    assertThat(run.exitCode()).as(line + "\n" + run).isZero();
  }

  private static boolean asksServer(List<String> line) {
    String[] words = line.toArray(String[]::new);
    ParseResult parsed = MessinaCommand.commandLine(words).parseArgs(words);
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed.commandSpec().findOption("--url") != null;
  }

  private List<String> served(List<String> words) {
    int port = words.indexOf("--port");
    if (port >= 0) {
      words.subList(port, port + 2).clear();
    }
    if (!words.contains("--data")) {
      words.addAll(List.of("--data", folder.resolve("data").toString()));
    }
    words.addAll(List.of("--port", "0"));
    return words;
  }

  private void start(List<String> words, String last) {
    close();
    RunningCommand started = RunningCommand.start(words.toArray(String[]::new));
    server = started;
    started.awaitOutput(text -> text.contains(last));
    url =
        started
            .out()
            .lines()
            .filter(text -> text.contains("http://"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*http", "http");
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  /** Files are those of the folder. */
  private List<String> words(String command) {
    List<String> words = new ArrayList<>();
    for (String word : command.replace("'", "").split(" +", -1)) {
      words.add(word.matches(FILE) ? folder.resolve(word).toString() : word);
    }
    return words;
  }

  /** As the problem says: what is unavailable is asked for again. */
  private void curl(String command) throws IOException, InterruptedException {
    String asked = command.replace("curl ", "curl -sS --fail-with-body ").replace(USUAL, url);
    for (int tries = TRIES; ; tries--) {
      Process curl =
          new ProcessBuilder(List.of("sh", "-c", asked))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean isDone = curl.waitFor() == 0;
      if (isDone || tries == 1 || !answer.contains("\"code\":\"unavailable\"")) {
        assertThat(isDone).as(command + "\n" + answer).isTrue();
        return;
      }
      Thread.sleep(200);
    }
  }
}
