package io.messina.bench.http;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.server.Node;
import io.messina.server.config.Configuration;
import io.messina.stream.ConsumerOptions;
import io.messina.stream.node.Stream;
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

  /** Has the events of a stream, whose name stands behind it, handled from now on. */
  static final String HANDLE = "handle ";

  /** Asks for the number of handled events since {@link #HANDLED}. */
  static final String HANDLED_COUNT = "handled count";

  /** Asks for the latencies of handled events since the last time. */
  static final String HANDLED = "handled";

  /** Asks for the pauses of the collector since the last time. */
  static final String PAUSES = "pauses";

  private static final CollectorPauses COLLECTOR_PAUSES = CollectorPauses.start();
  private static final Duration READY_MAX = Duration.ofSeconds(60);

  private static final DueLatencies HANDLED_EVENTS = new DueLatencies();

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
    Map<String, String> flags = new HashMap<>(Map.of("--port", "0"));
    for (int i = 1; i < arguments.length; i += 2) {
      flags.put(arguments[i], arguments[i + 1]);
    }
    flags.put(flags.containsKey("--store") ? "--state" : "--data", folder.toString());
    try (Node node = Node.start(Configuration.read(folder, Map.of(), flags));
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      if (!node.awaitReady(READY_MAX)) {
        throw new IllegalStateException("not ready: " + node.troubles());
      }
      System.out.println(node.baseUrl());
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(answer(node, line));
      }
    }
  }

  private static String answer(Node node, String line) {
    if (line.startsWith(HANDLE)) {
      handle(node.streams().stream(new StreamName(line.substring(HANDLE.length()))));
      return "ok";
    }
    return switch (line) {
      case HEAP -> Long.toString(usedHeap());
      case HANDLED_COUNT -> Long.toString(HANDLED_EVENTS.count());
      case HANDLED -> HANDLED_EVENTS.take();
      case PAUSES -> COLLECTOR_PAUSES.take();
      default -> "unknown";
    };
  }

  private static void handle(Stream stream) {
    GroupName name = new GroupName("handlers");
    stream.createGroup(name, Start.latest(), GroupOptions.DEFAULT);
    var _ =
        stream
            .group(name)
            .claim(
                event -> HANDLED_EVENTS.add(event.stored().event().payload().asByteBuffer()),
                ConsumerOptions.DEFAULT);
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
