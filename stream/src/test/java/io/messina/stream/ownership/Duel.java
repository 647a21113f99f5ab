package io.messina.stream.ownership;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Two processes before a store that answers late about members, and now and then takes no beats of
 * one of them, while their clocks' rates are as far apart as allowed: who acknowledges a little too
 * long, or takes over a little too early, is caught. Nobody sees graves, so that all rests on the
 * lease.
 */
final class Duel {

  private static final Duration LAG_MAX = Duration.ofMillis(1_800);
  private static final int ROUNDS = 12;
  private static final double SLOWEST = 0.9;
  private static final double FASTEST = 0.99;

  private Duel() {}

  /** What went wrong with the rates allowed: nothing, or words. */
  static List<String> run(long seed) {
    return run(seed, SLOWEST, FASTEST);
  }

  /** The same with other rates. */
  static List<String> run(long seed, double slowRate, double fastRate) {
    try (Cluster cluster = new Cluster(seed, 6)) {
      cluster.lag(LAG_MAX);
      cluster.hideGraves();
      start(cluster, "slow", slowRate);
      start(cluster, "fast", fastRate);
      cluster.simulation.runFor(Duration.ofSeconds(20));
      RandomGenerator random = cluster.simulation.random("duel");
      for (int i = 0; i < ROUNDS && cluster.wrong.isEmpty(); i++) {
        muteSlow(cluster, random);
      }
      return List.copyOf(cluster.wrong);
    }
  }

  private static void muteSlow(Cluster cluster, RandomGenerator random) {
    Duration length =
        Duration.ofMillis(random.nextLong(3_000, random.nextBoolean() ? 4_600 : 8_000));
    cluster.mute("slow", length);
    cluster.simulation.runFor(length.plusMillis(random.nextLong(2_000, 20_000)));
  }

  private static void start(Cluster cluster, String name, double rate) {
    cluster.start(name);
    cluster.process(name).node().clock().run(rate, rate);
  }
}
