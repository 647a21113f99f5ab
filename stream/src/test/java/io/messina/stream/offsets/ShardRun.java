package io.messina.stream.offsets;

import io.messina.api.StreamOptions;
import io.messina.store.Store;
import io.messina.stream.ShardRig;
import io.messina.stream.cluster.Ledger;
import io.messina.testkit.Faults;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * One history of one shard: producers with clocks of their own, and a process that has the shard,
 * crashes and is started again, on a store that is slow at times.
 */
final class ShardRun {

  private static final int PRODUCERS = 3;
  private static final int EVENTS_EACH = 15;
  private static final int LIVES = 3;

  private final ShardRig rig;
  private final RandomGenerator random;
  private final Design design;
  private final Ledger ledger = new Ledger();
  private final List<String> handedOut = new ArrayList<>();
  private final Map<String, Duration> took = new HashMap<>();

  private ShardRun(ShardRig rig, Design design) {
    this.rig = rig;
    this.design = design;
    this.random = rig.simulation.random("run");
  }

  /**
   * What came of a history.
   *
   * @param lost acknowledged, and never handed out: how long the producer waited for each
   * @param unexpected handed out, and never sent
   * @param acknowledged how many events were acknowledged
   */
  record Outcome(Map<String, Duration> lost, Set<String> unexpected, int acknowledged) {}

  /**
   * Runs a history to its end.
   *
   * @param seed decides everything that is left to chance
   * @param faults of the store while producers produce
   * @param skewMax how far a clock is off at most
   * @param design makes the design that is tried
   */
  static Outcome of(long seed, Faults faults, Duration skewMax, Function<ShardRig, Design> design) {
    try (ShardRig rig = new ShardRig(seed, StreamOptions.DEFAULT.shards(1))) {
      rig.stores.faults(faults);
      return new ShardRun(rig, design.apply(rig)).run(faults, skewMax);
    }
  }

  private Outcome run(Faults faults, Duration skewMax) {
    for (int i = 0; i < PRODUCERS; i++) {
      SimulatedNode producer = skewed(rig.simulation.node("producer" + i), skewMax);
      Store store = rig.stores.at(producer);
      producer.spawn("producer", () -> produce(producer, store));
    }
    SimulatedNode owner = skewed(design.start(handedOut::add), skewMax);
    for (int life = 1; life < LIVES; life++) {
      rig.simulation.runFor(Duration.ofMillis(random.nextLong(6_000)));
      owner.crash();
      rig.owner = Optional.empty();
      owner = design.start(handedOut::add);
    }
    rig.simulation.runFor(Duration.ofSeconds(20));
    rig.stores.faults(Faults.NONE);
    rig.simulation.runFor(faults.timeout().plus(faults.lateMax()).plusSeconds(10));
    return outcome();
  }

  private SimulatedNode skewed(SimulatedNode node, Duration skewMax) {
    long most = skewMax.toNanos();
    node.clock().step(Duration.ofNanos(random.nextLong(-most, most + 1)));
    return node;
  }

  private void produce(SimulatedNode producer, Store store) {
    for (int i = 0; i < EVENTS_EACH; i++) {
      String event = producer + " " + i;
      // Each waits for its own answer, and holds up none of the others.
      producer.spawn("append", () -> append(producer, store, event));
      producer.pause(Duration.ofMillis(producer.random().nextLong(1_500)));
    }
  }

  private void append(SimulatedNode producer, Store store, String event) {
    ledger.send(event);
    Duration sent = rig.simulation.elapsed();
    try {
      design.append(producer, store, event);
    } catch (RuntimeException e) {
      return; // Nothing was promised.
    }
    took.put(event, rig.simulation.elapsed().minus(sent));
    ledger.acknowledge(event);
  }

  private Outcome outcome() {
    Map<String, Duration> lost = new HashMap<>(took);
    lost.keySet().retainAll(ledger.lost(handedOut));
    return new Outcome(lost, ledger.unexpected(handedOut), ledger.acknowledgedCount());
  }
}
