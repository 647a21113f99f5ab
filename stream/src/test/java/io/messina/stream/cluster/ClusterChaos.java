package io.messina.stream.cluster;

import io.messina.stream.owner.ShardService;
import io.messina.stream.testkit.Wire;
import io.messina.stream.testkit.WireFaults;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNodeClock;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Does to the machines of a cluster, to their ways and to the store whatever can happen to them.
 */
final class ClusterChaos {

  private static final Duration SKEW_MAX = Duration.ofMillis(500);
  private static final Duration STEP_MAX = Duration.ofSeconds(2);
  private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
  private static final int MACHINES_MAX = 6;
  private static final double RATE_LEAST = 0.95;
  private static final double RATE_MOST = 1.05;

  /** One history in so many holds a machine still for most of an hour. */
  private static final int LONG_ONE_IN = 50;

  /** In one history in so many clocks are set by hours. */
  private static final int FAR_ONE_IN = 8;

  private static final int FAR_STEPS_MAX = 2;
  private static final Duration FAR_MAX = Duration.ofHours(5);

  private final Simulation simulation;
  private final Wiring wiring;
  private final SimulatedStore stores;
  private final Wire<StreamsNode> fronts;
  private final Wire<ShardService> peers;
  private final List<Machine> nodes;
  private final List<Machine> workers;
  private final Runnable joining;
  private final Runnable rolled;
  private final Runnable set;
  private final RandomGenerator random;
  private final boolean far;

  /** How a machine sleeps: with one clock, or with both. */
  private final Suspension sleep;

  private boolean longSleep;
  private Duration awakeAt = Duration.ZERO;
  private int farSteps;

  /**
   * Chaos for some machines; nothing happens yet.
   *
   * @param mayFreeze whether both clocks of a machine may stand
   */
  ClusterChaos(
      Simulation simulation,
      Wiring wiring,
      SimulatedStore stores,
      Wire<StreamsNode> fronts,
      Wire<ShardService> peers,
      List<Machine> nodes,
      List<Machine> workers,
      Runnable joining,
      Runnable rolled,
      Runnable set,
      boolean mayFreeze) {
    this.simulation = simulation;
    this.wiring = wiring;
    this.stores = stores;
    this.fronts = fronts;
    this.peers = peers;
    this.nodes = nodes;
    this.workers = workers;
    this.joining = joining;
    this.rolled = rolled;
    this.set = set;
    this.random = simulation.random("chaos");
    this.longSleep = random.nextInt(LONG_ONE_IN) == 0;
    this.farSteps = random.nextInt(FAR_ONE_IN) == 0 ? FAR_STEPS_MAX : 0;
    this.far = farSteps > 0;
    this.sleep = mayFreeze && random.nextBoolean() ? Suspension.FROZEN : Suspension.MACHINE;
  }

  /** Lets requests fail, and clocks be wrong. */
  void begin() {
    stores.faults(wiring.faults);
    fronts.faults(WireFaults.ROUGH);
    peers.faults(WireFaults.ROUGH);
    for (Machine machine : nodes) {
      SimulatedNodeClock clock = machine.node().clock();
      clock.step(upTo(SKEW_MAX).minus(upTo(SKEW_MAX)));
      clock.run(rate(), rate());
    }
  }

  /** Does one more thing. */
  void harm() {
    Machine machine = nodes.get(random.nextInt(nodes.size()));
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> {
        machine.node().crash();
        machine.restart(length(15));
      }
      case 3 -> machine.suspend(Suspension.PROCESS, standStill());
      case 4 -> machine.suspend(sleep, standStill());
      case 5, 6 -> harmTheStore(machine);
      case 7, 8 -> part(machine, nodes.get(random.nextInt(nodes.size())));
      case 9 -> step(machine);
      case 10 -> stop(machine);
      case 11 -> changeMembers(machine);
      default -> harmWorker();
    }
  }

  /** Whether more time will pass for some machines than a history takes. */
  boolean isLong() {
    return longSleep || far;
  }

  /** Whether clocks are set by hours. */
  boolean isFar() {
    return far;
  }

  /** When the machine that sleeps longest will be awake. */
  Duration awakeAt() {
    return awakeAt;
  }

  /** Ends all that is wrong, but for what was sent before and is still on its way. */
  void end() {
    stores.faults(Faults.NONE);
    fronts.faults(WireFaults.NONE);
    peers.faults(WireFaults.NONE);
    fronts.reconnect();
    peers.reconnect();
    for (Machine machine : nodes) {
      machine.restart();
      machine.node().resume();
      setRight(machine.node().clock());
      stores.reconnect(machine.node());
    }
    workers.forEach(machine -> machine.node().resume());
  }

  /** Ends a process in good order, or all of them one after the other. */
  private void stop(Machine machine) {
    if (random.nextInt(3) == 0) {
      new RollingRestart(simulation, List.copyOf(nodes), rolled).begin();
    } else {
      machine.stop(STOPPED_WITHIN);
    }
  }

  private void setRight(SimulatedNodeClock clock) {
    if (far) {
      clock.step(Duration.between(clock.instant(), simulation.clock().instant()));
    }
  }

  /** A machine goes for good, or a new one comes. */
  private void changeMembers(Machine machine) {
    if (wiring != Wiring.MEMBERS) {
      machine.stop(STOPPED_WITHIN);
    } else if (random.nextBoolean() && nodes.size() < MACHINES_MAX) {
      joining.run();
    } else if (nodes.stream().filter(each -> !each.isRetired()).count() > 2) {
      machine.retire();
    }
  }

  private void harmTheStore(Machine machine) {
    if (!wiring.isRemote()) {
      machine.node().crash();
      machine.restart(length(15));
    } else if (random.nextBoolean()) {
      stores.silence(length(8));
      if (random.nextBoolean()) {
        // What it has sent then applies behind whoever takes its place.
        simulation.after(length(2), machine.node()::crash);
      }
    } else {
      cutOff(machine);
    }
  }

  private void cutOff(Machine machine) {
    stores.cutOff(machine.node());
    simulation.after(length(15), () -> stores.reconnect(machine.node()));
  }

  /** Cuts the way between two machines, at times only one way. */
  private void part(Machine one, Machine other) {
    Duration length = length(15);
    cut(one.name(), other.name(), length);
    if (random.nextInt(3) > 0) {
      cut(other.name(), one.name(), length);
    }
  }

  private void cut(String from, String to, Duration length) {
    peers.cut(from, to);
    simulation.after(length, () -> peers.reconnect(from, to));
  }

  private void step(Machine machine) {
    if (farSteps > 0 && !machine.node().isSuspended()) {
      farSteps--;
      set.run();
      machine.node().clock().step(upTo(FAR_MAX).minus(upTo(FAR_MAX)));
    } else if (!machine.node().isSuspended()) {
      machine.node().clock().step(upTo(STEP_MAX).minus(upTo(STEP_MAX)));
    }
  }

  private void harmWorker() {
    if (workers.isEmpty()) {
      return;
    }
    Machine worker = workers.get(random.nextInt(workers.size()));
    if (random.nextBoolean()) {
      worker.node().crash();
    } else {
      worker.suspend(Suspension.PROCESS, standStill());
    }
  }

  private Duration standStill() {
    if (longSleep) {
      longSleep = false;
      Duration length = Duration.ofMinutes(random.nextLong(10, 40));
      awakeAt = simulation.elapsed().plus(length);
      return length;
    }
    return length(20);
  }

  /** As often short as long, in proportion. */
  private Duration length(int secondsMax) {
    return Duration.ofMillis((long) Math.exp(random.nextDouble(5, Math.log(secondsMax * 1_000.0))));
  }

  private Duration upTo(Duration most) {
    return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
  }

  private double rate() {
    return random.nextDouble(RATE_LEAST, RATE_MOST);
  }

  /**
   * Ends one process after the other in good order, each once as many are ready as before: its next
   * one, or another that waited for its place.
   */
  static final class RollingRestart {

    private static final Duration STOPPED_WITHIN = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int LOOKS_MAX = 120;

    private final Simulation simulation;
    private final List<Machine> all;
    private final List<Machine> left;
    private final Runnable done;

    /**
     * Not begun.
     *
     * @param machines all of them
     * @param done is called when all processes have ended and as many are ready
     */
    RollingRestart(Simulation simulation, List<Machine> machines, Runnable done) {
      this.simulation = simulation;
      this.all = machines;
      this.left = new ArrayList<>(machines);
      this.done = done;
    }

    void begin() {
      left.removeIf(Machine::isRetired);
      stop(ready());
    }

    private void stop(long ready) {
      left.stream()
          .filter(Machine::isReady)
          .findFirst()
          .ifPresentOrElse(
              machine -> {
                left.remove(machine);
                machine.stop(STOPPED_WITHIN);
                simulation.after(LOOK, () -> look(ready, 0));
              },
              done);
    }

    /** Somebody starts it again. Where nobody comes back, it ends. */
    private void look(long ready, int looks) {
      if (ready() >= ready) {
        stop(ready);
      } else if (looks < LOOKS_MAX) {
        simulation.after(LOOK, () -> look(ready, looks + 1));
      }
    }

    private long ready() {
      return all.stream().filter(Machine::isReady).count();
    }
  }
}
