package io.messina.bench.peers;

import io.messina.bench.figures.JvmProcess;
import io.messina.bench.figures.TemporaryFolder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One node of Kafka in KRaft mode, broker and controller, with its defaults and its JVM options.
 */
final class KafkaBroker implements Peer {

  private static final long START_MAX_SECONDS = 60;
  private static final String CLUSTER = "MkU3OEVBNTcwNTJENDM2Qg";

  /** Those of its start script. */
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-Xms1g",
          "-Xmx1g",
          "-server",
          "-XX:+UseG1GC",
          "-XX:MaxGCPauseMillis=20",
          "-XX:InitiatingHeapOccupancyPercent=35",
          "-XX:+ExplicitGCInvokesConcurrent",
          "-Djava.awt.headless=true");

  private final TemporaryFolder folder;
  private final Process process;
  private final int port;

  private KafkaBroker(TemporaryFolder folder, Process process, int port) {
    this.folder = folder;
    this.process = process;
    this.port = port;
  }

  /**
   * Formats a folder and starts a node on it.
   *
   * @throws MissingPeerException where its jars are not there
   * @throws IOException where it does not start; the message says what it printed
   */
  static KafkaBroker start() throws IOException, InterruptedException {
    String classPath = KafkaJars.classPath();
    TemporaryFolder folder = TemporaryFolder.create();
    int port = freePort();
    Path properties = folder.path().resolve("server.properties");
    Files.writeString(properties, properties(folder.path(), port, freePort()));
    Process format =
        java(
            folder,
            classPath,
            List.of("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", properties + ""));
    if (format.waitFor() != 0) {
      throw failed(folder);
    }
    Process process = java(folder, classPath, List.of("kafka.Kafka", properties.toString()));
    // It does not end with the input of its parent.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    KafkaBroker broker = new KafkaBroker(folder, process, port);
    try {
      broker.awaitListening();
      return broker;
    } catch (IOException e) {
      broker.close();
      throw e;
    }
  }

  private static Process java(TemporaryFolder folder, String classPath, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(JvmProcess.java()));
    command.addAll(JAVA_OPTIONS);
    command.addAll(LoadProcess.JAVA_OPTIONS);
    command.addAll(List.of("-cp", classPath));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log(folder).toFile()))
        .start();
  }

  private static Path log(TemporaryFolder folder) {
    return folder.path().resolve("kafka.log");
  }

  private static IOException failed(TemporaryFolder folder) throws IOException {
    return new IOException("Kafka does not start: " + Files.readString(log(folder)).strip());
  }

  private static String properties(Path folder, int port, int controllerPort) {
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@127.0.0.1:%2$d
    controller.listener.names=CONTROLLER
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
    log.dirs=%3$s/data
    num.partitions=%4$d
    offsets.topic.replication.factor=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    share.coordinator.state.topic.replication.factor=1
    share.coordinator.state.topic.min.isr=1
    group.initial.rebalance.delay.ms=0
    group.share.max.record.lock.duration.ms=%5$d
    """
        .formatted(port, controllerPort, folder, KafkaTopic.PARTITIONS, KafkaTopic.REST_MAX_MILLIS);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening() throws IOException, InterruptedException {
    long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_MAX_SECONDS);
    while (!listens()) {
      if (!process.isAlive() || System.nanoTime() > untilNanos) {
        throw failed(folder);
      }
      Thread.sleep(100);
    }
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public Collection<Long> pids() {
    return List.of(process.pid());
  }

  @Override
  public void close() throws IOException {
    // Its folder is deleted, so it need not write what it has in memory.
    process.destroyForcibly();
    process.onExit().join();
    folder.close();
  }
}
