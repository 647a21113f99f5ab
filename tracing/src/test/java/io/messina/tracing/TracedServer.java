package io.messina.tracing;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.testkit.JavaProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A server in a process of its own, as variables count there alone. */
final class TracedServer extends JavaProcess {

  private static final String CLASSES = "classes.txt";

  private final Path folder;

  private TracedServer(Path folder, Map<String, String> environment) throws IOException {
    super(
        folder,
        environment,
        newFile(folder, "out"),
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-Xlog:class+load:file=" + CLASSES),
        TracedServer.class,
        List.of());
    this.folder = folder;
  }

  static TracedServer begin(Path folder, Map<String, String> environment) throws IOException {
    return new TracedServer(folder, environment);
  }

  /** Returns once it is ready. */
  static TracedServer start(Path folder, Map<String, String> environment) throws IOException {
    TracedServer server = begin(folder, environment);
    server.awaitOutput(text -> text.endsWith("\n"));
    return server;
  }

  String url() {
    return out().strip();
  }

  /** The file with all classes that it has loaded. */
  Path classes() {
    return folder.resolve(CLASSES);
  }

  @SuppressWarnings("SystemOut")
  public static void main(String... none) throws InterruptedException {
    Map<String, String> flags = Map.of("--port", "0", "--durability", "os");
    Node node = Node.start(Configuration.read(Path.of(""), Map.of(), flags));
    Runtime.getRuntime().addShutdownHook(new Thread(node::close));
    if (!node.awaitReady(Duration.ofMinutes(1))) {
      throw new IllegalStateException(node.troubles().toString());
    }
    System.out.println(node.baseUrl());
    new CountDownLatch(1).await();
  }
}
