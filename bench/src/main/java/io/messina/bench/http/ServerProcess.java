package io.messina.bench.http;

import io.messina.bench.figures.TemporaryFolder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a separate process, with a temporary folder on a disk that syncs. */
public final class ServerProcess implements AutoCloseable {

  private static final long STOP_MAX_SECONDS = 60;

  private final TemporaryFolder folder;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter commands;
  private final InetSocketAddress address;

  private ServerProcess(TemporaryFolder folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    URI url = URI.create(baseUrl());
    this.address = new InetSocketAddress(url.getHost(), url.getPort());
  }

  /**
   * The class path of another build.
   *
   * @param folder {@code bench/target/unchecked} of another checkout, where {@code ./messina bench}
   *     has run
   * @return its jars
   * @throws IllegalArgumentException with a sentence, if they do not exist
   */
  public static String classPathOf(Path folder) {
    Path jar = folder.resolve("messina-bench.jar");
    if (!Files.exists(jar)) {
      throw new IllegalArgumentException(
          "--baseline %s: no messina-bench.jar there (expected: bench/target/unchecked of another checkout, where ./messina bench has run)"
              .formatted(folder));
    }
    return jar + File.pathSeparator + folder.resolve("lib") + "/*";
  }

  /** Starts a server on a fresh embedded store. */
  static ServerProcess start(String classPath, List<String> javaOptions) throws IOException {
    return start(classPath, javaOptions, List.of());
  }

  /**
   * Starts a server.
   *
   * @param classPath its jars
   * @param javaOptions of its JVM
   * @param flags of the server, name and value in turns; without any it is on a fresh embedded
   *     store
   * @return the server, ready
   * @throws IOException where it does not start
   */
  public static ServerProcess start(String classPath, List<String> javaOptions, List<String> flags)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", classPath, ServedNode.class.getName(), folder.path().toString()));
    command.addAll(flags);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ServerProcess(folder, process);
  }

  /**
   * Where it listens.
   *
   * @return its address
   */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Returns the CPU time that it has used.
   *
   * @return of all its threads, since it began
   */
  public Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Bytes in use after a collection. */
  long heapBytes() throws IOException {
    commands.write(ServedNode.HEAP + "\n");
    commands.flush();
    return Long.parseLong(answer());
  }

  /** The JVM itself may say something before. */
  private String baseUrl() throws IOException {
    String line = answer();
    while (!line.startsWith("http://")) {
      line = answer();
    }
    return line;
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the server has ended");
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      if (!process.waitFor(STOP_MAX_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    folder.close();
  }
}
