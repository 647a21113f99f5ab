package io.messina.stream.ownership;

import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.SimulatedSites;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Members come to a keyspace while a server of an earlier version uses it, whose beats fail for a
 * while, or that stands still; its clocks run as much slower than theirs as is allowed. Once a
 * member has passed the guard, the earlier server must act as an owner at no moment.
 */
final class Upgrade {

  private static final int MEMBERS = 2;
  private static final double SLOWEST = 0.9;
  private static final double FASTEST = 0.99;
  private static final Duration LAG_MAX = Duration.ofMillis(900);
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final Simulation simulation;
  private final SimulatedStore stores;
  private final RandomGenerator random;
  private final List<String> wrong = new ArrayList<>();
  private final Set<String> ids = new TreeSet<>();
  private final SimulatedNode old;
  private final EarlierServer earlier;
  private Duration mutedUntil = Duration.ZERO;
  private int passed;

  private Upgrade(Simulation simulation) {
    this.simulation = simulation;
    this.stores = new SimulatedStore(simulation);
    this.random = simulation.random("upgrade");
    stores.direct().create(ClusterGuard.CLUSTERS);
    this.old = simulation.node("old");
    old.clock().run(SLOWEST, SLOWEST);
    this.earlier = new EarlierServer(old, mutable(old), "here");
  }

  /** What went wrong: nothing, or words. */
  static List<String> run(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      Upgrade upgrade = new Upgrade(simulation);
      upgrade.run();
      return upgrade.wrong;
    }
  }

  private void run() {
    earlier.start();
    simulation.runFor(Duration.ofSeconds(2));
    if (!earlier.holdsLease()) {
      wrong.add("the earlier server has not begun");
    }
    for (int i = 0; i < MEMBERS; i++) {
      SimulatedNode node = simulation.node("m" + i);
      node.clock().run(FASTEST, FASTEST);
      node.spawn("main", () -> join(node));
    }
    boolean sleeps = random.nextInt(3) == 0;
    while (passed < MEMBERS && simulation.elapsed().compareTo(LONG) < 0) {
      Duration length =
          Duration.ofMillis(random.nextLong(3_000, random.nextBoolean() ? 4_600 : 9_000));
      if (sleeps) {
        old.suspend(random.nextBoolean() ? Suspension.PROCESS : Suspension.MACHINE);
        watch(length);
        old.resume();
      } else {
        mutedUntil = simulation.elapsed().plus(length);
        watch(length);
      }
      watch(Duration.ofMillis(random.nextLong(500, 4_000)));
    }
    watch(Duration.ofSeconds(20));
    if (passed < MEMBERS || ids.size() != 1) {
      wrong.add(passed + " members have passed, to the clusters " + ids);
    }
    if (!earlier.isRefused()) {
      wrong.add("the earlier server would come back");
    }
  }

  private void watch(Duration length) {
    Duration end = simulation.elapsed().plus(length);
    while (simulation.elapsed().compareTo(end) < 0) {
      simulation.runFor(LOOK);
      look();
    }
  }

  private void look() {
    if (passed > 0 && wrong.isEmpty() && !old.isSuspended() && earlier.holdsLease()) {
      wrong.add(simulation.elapsed() + ": members, and a server that knows of none");
    }
  }

  /** Comes again while the earlier server is seen to beat. */
  private void join(SimulatedNode node) {
    while (passed < MEMBERS) {
      try {
        ClusterGuard guard =
            new ClusterGuard(
                SimulatedSites.context(late(node), node, "guard"),
                "cluster",
                "here",
                EarlierServer.LEASE);
        ids.add(guard.pass(node.name()));
        passed++;
        look();
        return;
      } catch (StoreUnavailableException e) {
        node.pause(Duration.ofMillis(100));
      } catch (StoreException e) {
        if (e.code() != StoreException.Code.IN_USE) {
          wrong.add(String.valueOf(e));
        }
        node.pause(Duration.ofMillis(node.random().nextLong(2_000)));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Takes no beats for a while. */
  private Store mutable(SimulatedNode node) {
    return new FaultyStore(late(node))
        .refuse(call -> call.isWrite() && simulation.elapsed().compareTo(mutedUntil) < 0);
  }

  /** Answers late at times. */
  private Store late(SimulatedNode node) {
    return new FaultyStore(stores.at(node))
        .around(
            (_, asked) -> {
              Object answer = asked.get();
              if (node.random().nextInt(4) == 0) {
                node.pause(Duration.ofNanos(node.random().nextLong(LAG_MAX.toNanos())));
              }
              return answer;
            });
  }
}
