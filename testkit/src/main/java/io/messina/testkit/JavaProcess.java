package io.messina.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class that runs in a process of its own, which can be paused, and ended by any signal. Closing
 * it kills it.
 */
public class JavaProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path out;
  private final Path err;

  /**
   * As the other one, with the class path of this process alone.
   *
   * @throws IOException if it cannot be started
   */
  protected JavaProcess(
      Path folder,
      Map<String, String> environment,
      Path out,
      List<String> settings,
      Class<?> main,
      List<String> arguments)
      throws IOException {
    this(List.of(), folder, environment, out, settings, main, arguments);
  }

  /**
   * Starts it with the class path of this process, and with its variables, but those whose names
   * begin with {@code MESSINA_}.
   *
   * @param before folders of classes that come before those of this process
   * @param folder where it runs, and where the file of its standard error is made
   * @param environment more variables
   * @param out the file, or device, of its standard output
   * @param settings of its JVM
   * @param main the class
   * @param arguments of the class
   * @throws IOException if it cannot be started
   */
  protected JavaProcess(
      List<Path> before,
      Path folder,
      Map<String, String> environment,
      Path out,
      List<String> settings,
      Class<?> main,
      List<String> arguments)
      throws IOException {
    this.out = out;
    this.err = newFile(folder, "err");
    ProcessBuilder builder =
        Jdk.OURS.java(
            classPath(before), settings, main.getName(), arguments.toArray(String[]::new));
    builder.environment().keySet().removeIf(name -> name.startsWith("MESSINA_"));
    builder.environment().putAll(environment);
    this.process =
        builder
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
  }

  private static String classPath(List<Path> before) {
    return Stream.concat(before.stream().map(Path::toString), Stream.of(Jdk.classPath(_ -> true)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A new file for what a process says. */
  protected static Path newFile(Path folder, String name) throws IOException {
    return Files.createTempFile(folder, name, ".txt");
  }

  public final long pid() {
    return process.pid();
  }

  public final String out() {
    return read(out);
  }

  public final String err() {
    return read(err);
  }

  public final void awaitOutput(Predicate<String> enough) {
    awaitThat(() -> enough.test(out()));
  }

  /** Fails where the process has ended, and it is still not so. */
  public final void awaitThat(SystemWaiting.Condition condition) {
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

  public final boolean isAlive() {
    return process.isAlive();
  }

  public final int awaitExit(Duration most) throws InterruptedException {
    if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("it does not end: " + out() + "\n" + err());
    }
    return process.exitValue();
  }

  /** SIGTERM, and the exit code that it leads to. */
  public final int terminate() throws InterruptedException {
    process.destroy();
    return awaitExit(PATIENCE);
  }

  /** SIGKILL. */
  public final void kill() throws InterruptedException {
    process.destroyForcibly();
    var _ = process.waitFor();
  }

  /** SIGSTOP: it stands still, until {@link #resume}. */
  public final void pause() {
    signal("STOP");
  }

  /** SIGCONT. */
  public final void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
      if (exit != 0) {
        throw new AssertionError("kill -" + name + " " + pid() + ": exit code " + exit);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
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
