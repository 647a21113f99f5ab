package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Runs lines as a reader of a page would: a server goes on in the background until the next one, on
 * a free port, and what asks the usual address asks it. Of the commands that ask a server the first
 * one has a process of its own, which finds the server by its environment; the others run in this
 * one.
 */
final class Terminal implements AutoCloseable {

  private static final int TRIES = 20;
  private static final String LAUNCHER = "./messina ";
  private static final String USUAL = "http://127.0.0.1:8420";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private @Nullable ChildProcess server;
  private String url = USUAL;
  private boolean isFound;

  Terminal(Path folder) {
    this.folder = folder;
  }

  void run(String line) throws IOException, InterruptedException {
    String command = line.replaceFirst(" +#.*", "");
    if (command.startsWith("curl ")) {
      curl(command);
    } else if (isServer(command)) {
      serve(command);
    } else {
      assertThat(command).startsWith(LAUNCHER);
      messina(line, words(command.substring(LAUNCHER.length())));
    }
  }

  private void messina(String line, List<String> words) throws IOException, InterruptedException {
    boolean asks = asksServer(words);
    if (asks && isFound) {
      CommandRun run = CommandRun.of(inThisProcess(words));
      assertThat(run.exitCode()).as(line + "\n" + run.err()).isZero();
      return;
    }
    try (ChildProcess child = start(words)) {
      assertThat(child.awaitExit(PATIENCE)).as(line + "\n" + child.err()).isZero();
    }
    isFound = isFound || asks;
  }

  private static boolean asksServer(List<String> line) {
    String[] words = line.toArray(String[]::new);
    ParseResult parsed = MessinaCommand.commandLine(words).parseArgs(words);
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed.commandSpec().findOption("--url") != null;
  }

  /** With what a process of its own has otherwise: its folder and its environment. */
  private String[] inThisProcess(List<String> words) {
    return Stream.concat(
            words.stream()
                .map(
                    word -> word.matches(".*\\.n?d?json") ? folder.resolve(word).toString() : word),
            Stream.of("--url", url))
        .toArray(String[]::new);
  }

  @Override
  public void close() {
    ChildProcess running = server;
    server = null;
    if (running == null) {
      return;
    }
    try (running) {
      assertThat(running.terminate()).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean isServer(String command) {
    return command.startsWith(LAUNCHER + "serve")
        || (command.startsWith(LAUNCHER + "demo")
            && !command.contains("--exit")
            && !command.contains("--help"));
  }

  private void serve(String command) throws IOException, InterruptedException {
    close();
    String words = command.substring(LAUNCHER.length()).replaceFirst(" --port \\d+", "");
    ChildProcess started = start(words(words.startsWith("serve") ? words + " --port 0" : words));
    server = started;
    started.awaitOutput(
        text -> words.startsWith("serve") ? !text.isEmpty() : text.contains("Try:"));
    url =
        started
            .out()
            .lines()
            .filter(text -> text.contains("http://"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*http", "http");
  }

  private static List<String> words(String command) {
    return List.of(command.replace("'", "").split(" +", -1));
  }

  private ChildProcess start(List<String> words) throws IOException {
    return ChildProcess.start(folder, Map.of("MESSINA_URL", url), words.toArray(String[]::new));
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
      Thread.sleep(1_000);
    }
  }
}
