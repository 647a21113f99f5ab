package io.messina.bench.figures;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM in a separate process. It is told by lines what to do, and ends with its input. */
public final class JvmProcess implements AutoCloseable {

  private static final long STOP_MAX_SECONDS = 60;

  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;

  private JvmProcess(Process process) {
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts one, whose errors are printed with those of this process.
   *
   * @param classPath its jars
   * @param options of the JVM
   * @param main the name of a class
   * @param arguments of the class
   * @return a process that may not have begun yet
   * @throws IOException where it cannot be started
   */
  public static JvmProcess start(
      String classPath, List<String> options, String main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    return new JvmProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The JVM of this process, as a command. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The jars of this process. */
  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /** Its number among the processes of the machine. */
  public long pid() {
    return process.pid();
  }

  /** The CPU time of all its threads since it began. */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Sends a line and waits for one.
   *
   * @param command a line
   * @return the next line that it prints
   * @throws IOException where it has ended
   */
  public String ask(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    return read();
  }

  /**
   * Waits for a line.
   *
   * @return the next line that it prints
   * @throws IOException where it has ended
   */
  public String read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("a process has ended before its time");
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    try {
      commands.close();
    } catch (IOException e) {
      // It has ended already.
    }
    try {
      if (!process.waitFor(STOP_MAX_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
