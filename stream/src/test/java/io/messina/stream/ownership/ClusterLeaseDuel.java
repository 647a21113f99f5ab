package io.messina.stream.ownership;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A holder whose clock runs slowly before a store that answers late and at times takes no beats of
 * it, and a newcomer whose clock runs fast: who acknowledges a little too long, or takes the
 * cluster lease a little too early, is caught.
 */
final class ClusterLeaseDuel {

  private static final Duration LAG_MAX = Duration.ofMillis(1_800);
  private static final int ROUNDS = 8;

  private ClusterLeaseDuel() {}

  /** What went wrong: nothing, or words. */
  static List<String> run(long seed) {
    try (Cluster cluster = new Cluster(seed, 6, true)) {
      RandomGenerator random = cluster.simulation.random("duel");
      cluster.lag(LAG_MAX);
      start(cluster, "slow", 0.9);
      for (int i = 0; i < ROUNDS && cluster.wrong.isEmpty(); i++) {
        cluster.settles(Duration.ofMinutes(1));
        start(cluster, "fast", 0.99);
        cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 3_000)));
        Duration length =
            Duration.ofMillis(random.nextLong(3_000, random.nextBoolean() ? 4_600 : 8_000));
        cluster.mute("slow", length);
        cluster.simulation.runFor(length.plusMillis(random.nextLong(2_000, 10_000)));
        cluster.crash("fast");
      }
      return List.copyOf(cluster.wrong);
    }
  }

  private static void start(Cluster cluster, String name, double rate) {
    cluster.start(name);
    cluster.process(name).node().clock().run(rate, rate);
  }
}
