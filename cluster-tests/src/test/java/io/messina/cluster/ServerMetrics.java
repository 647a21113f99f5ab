package io.messina.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts of what servers did, by looking at their metrics every half a second: the last moments of
 * a process that is killed are not counted.
 */
final class ServerMetrics implements AutoCloseable {

  private static final Duration EVERY = Duration.ofMillis(500);
  private static final Duration MOST = Duration.ofSeconds(1);
  private static final Pattern OPERATIONS =
      Pattern.compile(
          "(?m)^messina_store_operations_seconds_count\\{operation=\"(\\w+)\",result=\"(\\w+)\","
              + "table=\"(\\w+)\".*?} (\\S+)$");
  private static final String BURIED = "was declared dead";

  private final TestCluster cluster;

  /** By process and name. */
  private final Map<String, Long> counts = new ConcurrentHashMap<>();

  private volatile boolean closed;

  private ServerMetrics(TestCluster cluster) {
    this.cluster = cluster;
  }

  static ServerMetrics of(TestCluster cluster) {
    ServerMetrics metrics = new ServerMetrics(cluster);
    for (int i = 0; i < cluster.size(); i++) {
      int server = i;
      Thread.ofPlatform().daemon().name("metrics").start(() -> metrics.look(server));
    }
    return metrics;
  }

  /** Marks of dead members that were written before their shards were taken. */
  long gravesDug() {
    return sum("write ok graves");
  }

  /** Servers that went on and found that they had been declared dead. */
  long gravesMet() {
    return sum(BURIED);
  }

  /** Fenced writes whose outcome the database did not know. */
  long unknownFencedWrites() {
    return sum("write_if unknown");
  }

  private long sum(String name) {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().contains(" " + name))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private void look(int server) {
    try (Caller.Connection connection = new Caller.Connection(cluster.url(server))) {
      while (!closed) {
        MessinaProcess process = cluster.server(server);
        Caller.Answer answer = connection.send("GET", "/metrics", "", "", MOST);
        Matcher operations = OPERATIONS.matcher(answer.body());
        while (answer.isGood() && operations.find()) {
          counts.put(
              "%d %s %s %s"
                  .formatted(
                      process.pid(), operations.group(1), operations.group(2), operations.group(3)),
              (long) Double.parseDouble(operations.group(4)));
        }
        counts.put(
            process.pid() + " " + BURIED,
            process.err().lines().filter(line -> line.contains(BURIED)).count());
        LockSupport.parkNanos(EVERY.toNanos());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
