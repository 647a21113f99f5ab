package io.messina.bench.peers;

import io.messina.bench.figures.TemporaryFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL with its defaults, which sync each commit, on a fresh folder. */
final class PostgresServer implements Peer {

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final long START_MAX_SECONDS = 60;
  private static final String USER = "postgres";

  private final TemporaryFolder folder;
  private final Process process;
  private final int port;

  private PostgresServer(TemporaryFolder folder, Process process, int port) {
    this.folder = folder;
    this.process = process;
    this.port = port;
  }

  /**
   * Makes a database and starts its server.
   *
   * @throws MissingPeerException where it is not installed, or must not be started by this user
   * @throws IOException where it does not start; the message says what it printed
   */
  static PostgresServer start() throws IOException, InterruptedException {
    Path programs = programs();
    List<String> as = as();
    TemporaryFolder folder = TemporaryFolder.create();
    Path data = Files.createDirectory(folder.path().resolve("data"));
    if (!as.isEmpty()) {
      run(folder, List.of("chown", "-R", USER, folder.path().toString()));
    }
    run(
        folder,
        with(as, programs.resolve("initdb") + "", "-D", data + "", "-U", "bench", "--auth=trust"));
    int port = freePort();
    Process process =
        builder(
                folder,
                with(
                    as,
                    programs.resolve("postgres").toString(),
                    "-D",
                    data.toString(),
                    "-p",
                    Integer.toString(port),
                    "-clisten_addresses=127.0.0.1",
                    "-cunix_socket_directories=",
                    "-cmax_connections=200"))
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    PostgresServer server = new PostgresServer(folder, process, port);
    try {
      server.awaitConnection();
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** The newest version's. */
  private static Path programs() throws IOException {
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        Optional<Path> newest =
            versions
                .filter(version -> Files.isExecutable(version.resolve("bin/postgres")))
                .max(Comparator.comparingInt(PostgresServer::number))
                .map(version -> version.resolve("bin"));
        if (newest.isPresent()) {
          return newest.get();
        }
      }
    }
    return NeutralClient.inPath("postgres")
        .map(Path::getParent)
        .orElseThrow(
            () ->
                new MissingPeerException(
                    "PostgreSQL is not installed: on Debian, apt-get install postgresql"));
  }

  private static int number(Path version) {
    String number = String.valueOf(version.getFileName());
    return number.matches("[0-9]{1,6}") ? Integer.parseInt(number) : 0;
  }

  /** It refuses to be run by root. */
  private static List<String> as() {
    if (!System.getProperty("user.name").equals("root")) {
      return List.of();
    }
    if (NeutralClient.inPath("setpriv").isEmpty()) {
      throw new MissingPeerException(
          "PostgreSQL does not run as root, and setpriv is not in the PATH: run this as another"
              + " user");
    }
    return List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");
  }

  private static List<String> with(List<String> as, String... command) {
    List<String> all = new ArrayList<>(as);
    all.addAll(List.of(command));
    return all;
  }

  private static ProcessBuilder builder(TemporaryFolder folder, List<String> command) {
    return new ProcessBuilder(command)
        .directory(folder.path().toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(folder).toFile()));
  }

  private static void run(TemporaryFolder folder, List<String> command)
      throws IOException, InterruptedException {
    if (builder(folder, command).start().waitFor() != 0) {
      throw failed(folder);
    }
  }

  private static Path log(TemporaryFolder folder) {
    return folder.path().resolve("postgres.log");
  }

  private static IOException failed(TemporaryFolder folder) throws IOException {
    return new IOException("PostgreSQL does not start: " + Files.readString(log(folder)).strip());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitConnection() throws IOException, InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_MAX_SECONDS);
    while (!takesConnections()) {
      if (!process.isAlive() || System.nanoTime() > untilNanos) {
        throw failed(folder);
      }
      Thread.sleep(100);
    }
  }

  private boolean takesConnections() {
    try {
      DriverManager.getConnection(address()).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public String address() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=bench";
  }

  /** Each connection has a process. */
  @Override
  public Collection<Long> pids() {
    List<Long> pids = new ArrayList<>(List.of(process.pid()));
    process.descendants().forEach(child -> pids.add(child.pid()));
    return pids;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(START_MAX_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    folder.close();
  }
}
