package io.messina.stream.ownership;

import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A store that answers nobody, or takes nobody's beats, for a while. */
final class Silence {

  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int ROUNDS = 6;

  private Silence() {}

  private static void muteOneAfterAnother(
      Cluster cluster, Duration length, RandomGenerator random) {
    for (String name : NAMES) {
      Duration delay = Duration.ofMillis(random.nextLong(1_400));
      cluster.simulation.after(delay, () -> cluster.mute(name, length.minus(delay)));
    }
  }

  /** What went wrong: nothing, if nobody is taken for dead and all keep their shards. */
  static List<String> run(long seed) {
    try (Cluster cluster = new Cluster(seed, 12)) {
      RandomGenerator random = cluster.simulation.random("silence");
      for (String name : NAMES) {
        cluster.start(name);
        cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000)));
      }
      cluster.lag(Duration.ofMillis(400));
      cluster.settles(Duration.ofMinutes(1));
      Map<ShardId, String> before = cluster.owners().orElseThrow();
      for (int i = 0; i < ROUNDS; i++) {
        Duration length = Duration.ofMillis(random.nextLong(1_000, 30_000));
        if (random.nextBoolean()) {
          cluster.stores.silence(length);
        } else {
          muteOneAfterAnother(cluster, length, random);
        }
        cluster.simulation.runFor(length.plusSeconds(3));
        cluster.settles(Duration.ofMinutes(1));
      }
      boolean kept = cluster.owners().equals(Optional.of(before)) && cluster.wrong.isEmpty();
      return kept && cluster.deaths == 0
          ? List.of()
          : List.of(
              cluster.deaths + " deaths; " + before + " -> " + cluster.owners() + cluster.wrong);
    }
  }
}
