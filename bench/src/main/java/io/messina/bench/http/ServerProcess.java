package io.messina.bench.http;

import io.messina.bench.figures.JvmProcess;
import io.messina.bench.figures.TemporaryFolder;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A server in a separate process, with a temporary folder on a disk that syncs. */
public final class ServerProcess implements AutoCloseable {

  private final TemporaryFolder folder;
  private final JvmProcess process;
  private final URI url;

  private ServerProcess(TemporaryFolder folder, JvmProcess process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.url = URI.create(baseUrl());
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
    return start(classPath, javaOptions, ServedNode.class, flags);
  }

  /**
   * Starts another program that prints its base URL first, and ends with its input.
   *
   * @param classPath its jars
   * @param javaOptions of its JVM
   * @param main the program, whose first argument is a folder for its files
   * @param flags its other arguments
   * @return the program, ready
   * @throws IOException where it does not start
   */
  public static ServerProcess start(
      String classPath, List<String> javaOptions, Class<?> main, List<String> flags)
      throws IOException {
    TemporaryFolder folder = TemporaryFolder.create();
    List<String> arguments = new ArrayList<>(List.of(folder.path().toString()));
    arguments.addAll(flags);
    return new ServerProcess(
        folder, JvmProcess.start(classPath, javaOptions, main.getName(), arguments));
  }

  /**
   * Where it listens.
   *
   * @return its address
   */
  public InetSocketAddress address() {
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  /**
   * Where clients find it.
   *
   * @return as in {@code http://127.0.0.1:8420}
   */
  public URI url() {
    return url;
  }

  /** Its number among the processes of the machine. */
  public long pid() {
    return process.pid();
  }

  /**
   * Returns the CPU time that it has used.
   *
   * @return of all its threads, since it began
   */
  public Duration cpu() {
    return process.cpu();
  }

  /** Bytes in use after a collection. */
  long heapBytes() throws IOException {
    return Long.parseLong(process.ask(ServedNode.HEAP));
  }

  /**
   * Lets a handler in the server's process have the events of a stream that are appended from now
   * on.
   *
   * @param stream its name
   * @throws IOException where it has ended
   */
  public void handle(String stream) throws IOException {
    var _ = process.ask(ServedNode.HANDLE + stream);
  }

  /**
   * The number of events that the handler has had since {@link #handled}.
   *
   * @throws IOException where it has ended
   */
  public long handledCount() throws IOException {
    return Long.parseLong(process.ask(ServedNode.HANDLED_COUNT));
  }

  /**
   * Takes what the handler has had since the last call, as {@link DueLatencies#take} has it.
   *
   * @throws IOException where it has ended
   */
  public String handled() throws IOException {
    return process.ask(ServedNode.HANDLED);
  }

  /**
   * The pauses of its collector since the last call.
   *
   * @return milliseconds of the longest and of all together; empty from a build that does not know
   * @throws IOException where it has ended
   */
  public Optional<long[]> pauses() throws IOException {
    String answer = process.ask(ServedNode.PAUSES);
    return answer.matches("[0-9]+ [0-9]+")
        ? Optional.of(Stream.of(answer.split(" ", -1)).mapToLong(Long::parseLong).toArray())
        : Optional.empty();
  }

  /** The JVM itself may say something before. */
  private String baseUrl() throws IOException {
    String line = process.read();
    while (!line.startsWith("http://")) {
      line = process.read();
    }
    return line;
  }

  @Override
  public void close() throws IOException {
    process.close();
    folder.close();
  }
}
