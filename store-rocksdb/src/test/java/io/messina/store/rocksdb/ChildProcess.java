package io.messina.store.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java process of its own, which runs a main class of the tests on a data folder and tells what
 * it does line by line.
 */
final class ChildProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader lines;

  private ChildProcess(Process process) {
    this.process = process;
    this.lines = process.inputReader();
  }

  static ChildProcess start(Class<?> main, Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED"));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-cp", classPath, main.getName(), folder.toString()));
    command.addAll(List.of(arguments));
    return new ChildProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The next line, or null once the process has ended and everything is read. */
  @org.jspecify.annotations.Nullable
  String readLine() throws IOException {
    return lines.readLine();
  }

  /** SIGKILL. What was printed before can still be read. */
  void kill() {
    // unlike that of Process, this leaves what was printed to be read
    process.toHandle().destroyForcibly();
  }

  int waitForExit() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
