package io.messina.bench.http;

import io.messina.server.Node;
import io.messina.server.config.Configuration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The server under measurement, in a separate process; it ends with its standard input. */
final class ServedNode {

  /** Asks for the bytes of the heap that are used after a collection. */
  static final String HEAP = "heap";

  private static final Duration READY_MAX = Duration.ofSeconds(60);

  private ServedNode() {}

  /**
   * Serves until the standard input ends; prints its base URL, then an answer to each line.
   *
   * @param arguments the folder of the store; behind it flags of the server, name and value in
   *     turns
   * @throws IOException if its output is not read
   * @throws InterruptedException where the process is told to stop
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[0]);
    Map<String, String> flags = new HashMap<>(Map.of("--data", folder.toString(), "--port", "0"));
    for (int i = 1; i < arguments.length; i += 2) {
      flags.put(arguments[i], arguments[i + 1]);
    }
    try (Node node = Node.start(Configuration.read(folder, Map.of(), flags));
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      if (!node.awaitReady(READY_MAX)) {
        throw new IllegalStateException("not ready: " + node.troubles());
      }
      System.out.println(node.baseUrl());
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(line.equals(HEAP) ? usedHeap() : "unknown");
      }
    }
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
