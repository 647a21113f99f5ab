package io.messina.stream.ownership;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** A store that answers with exceptions it should not know, while processes come and go. */
final class Spoilage {

  private static final List<String> NAMES = List.of("a", "b", "c");

  private Spoilage() {}

  /** What went wrong: nothing, or words. */
  static List<String> run(long seed, boolean leased) {
    try (Cluster cluster = new Cluster(seed, 6, leased)) {
      RandomGenerator random = cluster.simulation.random("spoilage");
      NAMES.forEach(cluster::start);
      cluster.settles(Duration.ofMinutes(1));
      for (double share : List.of(0.1, 1.0, 0.3)) {
        cluster.spoil(share);
        cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 20_000)));
        String name = NAMES.get(random.nextInt(NAMES.size()));
        if (random.nextBoolean()) {
          cluster.crash(name);
          cluster.start(name);
        }
        cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 20_000)));
      }
      cluster.spoil(0);
      if (!cluster.settles(Duration.ofMinutes(3))) {
        cluster.wrong.add("after the end of all trouble: " + cluster.owners());
      }
      leaveAll(cluster);
      return List.copyOf(cluster.wrong);
    }
  }

  /** Leaving waits for what is under way: a move that was forgotten would hold it up for ever. */
  private static void leaveAll(Cluster cluster) {
    cluster.names().forEach(cluster::leave);
    if (!cluster.simulation.runUntil(() -> cluster.names().isEmpty(), Duration.ofMinutes(1))) {
      cluster.wrong.add("did not leave: " + cluster.names());
    }
  }
}
