package io.messina.cli.demo;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.server.config.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The folder or the keyspace of the demo's data. A temporary folder is removed when it is closed.
 *
 * @param path the folder; of a keyspace, one that does not exist
 * @param flags of the server
 * @param environment the variables that the server may read
 * @param line for people: two columns
 */
record DemoPlace(
    Path path,
    Map<String, String> flags,
    Map<String, String> environment,
    String line,
    boolean isTemporary)
    implements AutoCloseable {

  private static final int USUAL_PORT = 8420;
  private static final Duration READY_MAX = Duration.ofSeconds(60);

  static DemoPlace temporary() {
    try {
      return folder(Files.createTempDirectory("messina-demo-"), true);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no temporary folder can be made, name one with --data: " + e.getMessage(), e);
    }
  }

  static DemoPlace at(Path path) {
    return folder(path, false);
  }

  private static DemoPlace folder(Path path, boolean isTemporary) {
    String fate = isTemporary ? "removed at the end" : "kept";
    String line = "Folder    " + path + " (" + fileSystem(path) + "), " + fate;
    return new DemoPlace(
        path, Map.of(Options.DATA.flag(), path.toString()), Map.of(), line, isTemporary);
  }

  /** A keyspace, whose names and passwords are in the environment. */
  static DemoPlace keyspace(String url) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.keySet().removeIf(name -> !name.startsWith(Options.STORE.variable() + "_"));
    return new DemoPlace(
        Path.of("folder-of-no-demo"),
        Map.of(Options.STORE.flag(), url),
        environment,
        "Store     " + url + ", kept",
        false);
  }

  /** The type of the file system that the folder is or will be on, such as {@code ext4}. */
  private static String fileSystem(Path path) {
    Path existing = path.toAbsolutePath().normalize();
    for (Path next = existing; next != null && !Files.exists(existing); next = next.getParent()) {
      existing = next;
    }
    try {
      return Files.getFileStore(existing).type();
    } catch (IOException e) {
      return "unknown file system";
    }
  }

  /** Starts a server that nothing else configures; returns once it is ready. */
  Node start() {
    Map<String, String> all = new HashMap<>(flags);
    all.put(Options.HOST.flag(), "127.0.0.1");
    all.put(Options.PORT.flag(), isFree() ? Integer.toString(USUAL_PORT) : "0");
    Node server = Node.start(Configuration.read(path, environment, all));
    try {
      if (server.awaitReady(READY_MAX)) {
        return server;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.close();
    throw new IllegalStateException("the server did not become ready within " + READY_MAX);
  }

  private static boolean isFree() {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), USUAL_PORT));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (isTemporary && Files.exists(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
        for (Path file : innermostFirst) {
          Files.deleteIfExists(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(path + " cannot be removed: " + e.getMessage(), e);
      }
    }
  }
}
