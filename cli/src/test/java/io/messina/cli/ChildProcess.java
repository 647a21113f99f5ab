package io.messina.cli;

import io.messina.testkit.Jdk;
import io.messina.testkit.SystemWaiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The command in a process of its own, which can be ended by any signal. */
public final class ChildProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private final Process process;
  private final Path out;
  private final Path err;

  private ChildProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  public static ChildProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  public static ChildProcess start(
      Path folder, Map<String, String> environment, String... arguments) throws IOException {
    return start(folder, environment, newFile(folder, "out"), arguments);
  }

  /** With a file, or a device, as its standard output. */
  public static ChildProcess startWriting(Path folder, Path stdout, String... arguments)
      throws IOException {
    return start(folder, Map.of(), stdout, arguments);
  }

  private static Path newFile(Path folder, String name) throws IOException {
    return Files.createTempFile(folder, name, ".txt");
  }

  private static ChildProcess start(
      Path folder, Map<String, String> environment, Path out, String... arguments)
      throws IOException {
    Path err = newFile(folder, "err");
    ProcessBuilder builder =
        Jdk.OURS.java(
            Jdk.classPath(_ -> true),
            List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m"),
            MessinaCommand.class.getName(),
            CommandRun.words(arguments).toArray(String[]::new));
    builder.environment().keySet().removeIf(name -> name.startsWith("MESSINA_"));
    builder.environment().putAll(environment);
    return new ChildProcess(
        builder
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start(),
        out,
        err);
  }

  /** A server on this folder, with more options; returns once it has printed its URL. */
  public static ChildProcess serve(Path folder, int port, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("serve", "--data"));
    arguments.add(folder.resolve("data").toString());
    arguments.addAll(List.of("--port", Integer.toString(port)));
    arguments.addAll(List.of(more));
    ChildProcess server = start(folder, arguments.toArray(String[]::new));
    server.awaitOutput(text -> text.contains("\n"));
    return server;
  }

  public String url() {
    return out().strip();
  }

  public long pid() {
    return process.pid();
  }

  public int port() {
    return Integer.parseInt(url().substring(url().lastIndexOf(':') + 1));
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  public void awaitOutput(Predicate<String> enough) {
    awaitThat(() -> enough.test(out()));
  }

  /** Fails where the process has ended, and it is still not so. */
  public void awaitThat(SystemWaiting.Condition condition) {
    Supplier<String> said = () -> "out: " + out() + "\nerr: " + err();
    SystemWaiting.until(
        PATIENCE,
        () -> {
          boolean wasAlive = process.isAlive();
          boolean holds = condition.holds(); // once, as looking may append an event
          if (!holds && !wasAlive) {
            throw new AssertionError(said.get());
          }
          return holds;
        },
        said);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public int awaitExit(Duration most) throws InterruptedException {
    if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("it does not end: " + out() + "\n" + err());
    }
    return process.exitValue();
  }

  /** SIGTERM, and the exit code that it leads to. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return awaitExit(PATIENCE);
  }

  /** SIGKILL. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    var _ = process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
