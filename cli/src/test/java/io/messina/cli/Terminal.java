package io.messina.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs lines as a reader of a page would: a server goes on in the background until the next one, on
 * a free port, and what asks the usual address asks it.
 */
final class Terminal implements AutoCloseable {

  private static final String LAUNCHER = "./messina ";
  private static final String USUAL = "http://127.0.0.1:8420";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path folder;
  private @Nullable ChildProcess server;
  private String url = USUAL;

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
      try (ChildProcess child = start(command.substring(LAUNCHER.length()))) {
        assertThat(child.awaitExit(PATIENCE)).as(line + "\n" + child.err()).isZero();
      }
    }
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
    ChildProcess started = start(words.startsWith("serve") ? words + " --port 0" : words);
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

  private ChildProcess start(String words) throws IOException {
    return ChildProcess.start(
        folder, Map.of("MESSINA_URL", url), words.replace("'", "").split(" +", -1));
  }

  private void curl(String command) throws IOException, InterruptedException {
    String asked = command.replace("curl ", "curl -sS --fail-with-body ").replace(USUAL, url);
    Process curl =
        new ProcessBuilder(List.of("sh", "-c", asked))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(curl.waitFor()).as(command + "\n" + answer).isZero();
  }
}
