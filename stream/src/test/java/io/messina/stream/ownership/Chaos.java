package io.messina.stream.ownership;

import io.messina.testkit.Faults;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Does to a cluster whatever can happen to one, and sees whether it recovers. */
final class Chaos {

  /** Many answers take longer than anybody likes, and some of them longer than anybody waits. */
  private static final Faults SLOW =
      new Faults(
          0.02,
          0.02,
          0.25,
          Duration.ofMillis(300),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          8);

  private static final int EVENTS = 24;
  private static final Duration RECOVERY = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final RandomGenerator random;
  private final List<String> names;
  private boolean hours;

  /** Whether clocks are wrong by days and years. */
  private final boolean years;

  /** How machines sleep. */
  private final Suspension sleep;

  private Chaos(Cluster cluster, boolean years, Suspension sleep) {
    this.cluster = cluster;
    this.years = years;
    this.sleep = sleep;
    this.random = cluster.simulation.random("chaos");
    this.names = List.of("a", "b", "c", "d").subList(0, random.nextInt(2, 5));
    this.hours = random.nextInt(50) == 0;
  }

  /** What went wrong: nothing, or words. */
  static List<String> run(long seed) {
    return run(seed, false, Suspension.MACHINE);
  }

  /**
   * The same with clocks that go wrong by days and years. It is not asked whether all shards find
   * their owners: nobody writes with a timestamp that is a day ahead of his clock.
   */
  static List<String> ofYears(long seed) {
    return run(seed, true, Suspension.MACHINE);
  }

  /** The same with virtual machines that are paused, and do not know it. */
  static List<String> frozen(long seed) {
    return run(seed, false, Suspension.FROZEN);
  }

  private static List<String> run(long seed, boolean years, Suspension sleep) {
    try (Cluster cluster = new Cluster(seed, 6)) {
      if (sleep == Suspension.FROZEN) {
        cluster.freeze();
      }
      new Chaos(cluster, years, sleep).run();
      return List.copyOf(cluster.wrong);
    }
  }

  private void run() {
    cluster.stores.faults(random.nextBoolean() ? Faults.ROUGH : SLOW);
    cluster.loseNews(random.nextDouble(0.5));
    double base = random.nextDouble(0.9, 1);
    for (String name : names) {
      cluster.start(name);
      SimulatedNode node = cluster.process(name).node();
      node.clock().run(rate(base), rate(base));
      node.clock().step(Duration.ofMillis(random.nextLong(-10_000_000, 10_000_000)));
    }
    for (int i = 0; i < EVENTS && cluster.wrong.isEmpty(); i++) {
      cluster.simulation.runFor(Duration.ofMillis(random.nextLong(1_000, 6_000)));
      harm(names.get(random.nextInt(names.size())));
    }
    calmDown();
    if (cluster.wrong.isEmpty() && !years && !cluster.settles(RECOVERY)) {
      cluster.wrong.add("after " + RECOVERY + " of calm: " + cluster.owners() + cluster.names());
    }
  }

  /** No clock more than 10 % off, and no two more than 10 % apart. */
  private double rate(double base) {
    return base * random.nextDouble(1, 1.1);
  }

  private void harm(String name) {
    if (!cluster.runs(name)) {
      return;
    }
    SimulatedNode node = cluster.process(name).node();
    switch (random.nextInt(12)) {
      case 0 -> {
        cluster.crash(name);
        cluster.simulation.after(length(15), () -> startOnceEnded(node, name));
      }
      case 1, 2 -> suspend(node, Suspension.PROCESS);
      case 3, 4 -> suspend(node, sleep);
      case 5 -> {
        cluster.stores.cutOff(node);
        cluster.simulation.after(length(20), () -> cluster.stores.reconnect(node));
      }
      case 6 -> cluster.stores.silence(length(10));
      case 7, 8 -> cluster.mute(name, length(8));
      case 11 -> {
        if (sleep == Suspension.FROZEN) {
          suspend(node, sleep);
        } else {
          cluster.leave(name);
          startOnceEnded(node, name);
        }
      }
      case 9 -> {
        Duration length = length(8);
        names.forEach(each -> cluster.mute(each, length));
      }
      default -> {
        if (!node.isSuspended()) {
          node.clock().step(step());
        }
      }
    }
  }

  /** Once it has ended, unless it runs again already. */
  private void startOnceEnded(SimulatedNode node, String name) {
    if (!cluster.runs(name)) {
      cluster.start(name);
    } else if (cluster.process(name).node().equals(node)) {
      cluster.simulation.after(length(5), () -> startOnceEnded(node, name));
    }
  }

  private Duration step() {
    Duration minutes = Duration.ofMillis(random.nextLong(-1_000_000, 1_000_000));
    return years ? minutes.multipliedBy(random.nextBoolean() ? 500 : 100_000) : minutes;
  }

  private void suspend(SimulatedNode node, Suspension how) {
    if (node.isSuspended()) {
      return;
    }
    node.suspend(how);
    Duration length = hours ? Duration.ofMinutes(random.nextLong(30, 120)) : length(20);
    hours = false;
    cluster.simulation.after(length, node::resume);
  }

  private Duration length(int secondsMax) {
    return Duration.ofMillis((long) Math.exp(random.nextDouble(6, Math.log(secondsMax * 1_000.0))));
  }

  private void calmDown() {
    cluster.simulation.runFor(cluster.wrong.isEmpty() ? Duration.ofSeconds(21) : Duration.ZERO);
    cluster.stores.faults(Faults.NONE);
    for (String name : names) {
      if (cluster.runs(name)) {
        cluster.process(name).node().resume();
        cluster.stores.reconnect(cluster.process(name).node());
      }
    }
  }
}
