package io.messina.stream.testkit;

import io.messina.stream.owner.ShardService;
import io.messina.stream.testkit.SimulatedServer.Program;
import io.messina.stream.testkit.SimulatedServer.Running;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Servers of one program on one store, members of one cluster, in a history that a seed decides:
 * while users run their errands the servers are harmed, then all is calm. For the thread of the
 * simulation.
 */
public final class SimulatedCluster<T> {

  private static final Duration BEGIN_MAX = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int PARTED_ONE_IN = 3;
  private static final long PARTED_MILLIS_MAX = 15_000;

  private final Simulation simulation;
  private final SimulatedStore stores;
  private final Wire<ShardService> wire;
  private final RandomGenerator random;
  private final Duration slice;
  private final List<SimulatedServer<T>> servers = new ArrayList<>();
  private final List<Runnable> users = new ArrayList<>();

  /**
   * Creates a cluster without servers.
   *
   * @param random decides which servers are harmed, when and how, and which servers users ask
   */
  public SimulatedCluster(
      Simulation simulation, SimulatedStore stores, RandomGenerator random, Duration slice) {
    this.simulation = simulation;
    this.stores = stores;
    this.wire = new Wire<>(simulation);
    this.random = random;
    this.slice = slice;
  }

  /** Starts one more server. */
  public SimulatedServer<T> start(String name, Program<T> program) {
    SimulatedServer<T> server = new SimulatedServer<>(simulation, stores, wire, name, program);
    servers.add(server);
    return server;
  }

  /**
   * Has a user act.
   *
   * @param slices in one slice of time of so many, by chance
   */
  public void use(int slices, Runnable user) {
    users.add(
        () -> {
          if (random.nextInt(slices) == 0) {
            user.run();
          }
        });
  }

  /** Runs until a server has begun, and tells whether one has. */
  public boolean hasBegun() {
    return simulation.runUntil(
        () -> servers.stream().anyMatch(server -> server.running().isPresent()), BEGIN_MAX);
  }

  /** Returns a server that has begun. */
  public Optional<Running<T>> begun() {
    return servers.stream().flatMap(server -> server.running().stream()).findFirst();
  }

  /** Returns any server; nothing where that has not begun. */
  public Optional<Running<T>> any() {
    return one().running();
  }

  /**
   * Harms servers one after the other, and the ways between them, on a store with faults; then all
   * is calm.
   */
  public void harm(int times, Duration between, Consumer<SimulatedServer<T>> harm) {
    stores.faults(Faults.ROUGH);
    wire.faults(WireFaults.ROUGH);
    for (int i = 0; i < times; i++) {
      go(Duration.ofMillis(random.nextLong(200, between.toMillis())));
      harm.accept(one());
      if (random.nextInt(PARTED_ONE_IN) == 0) {
        part(one(), one());
      }
    }
    stores.faults(Faults.NONE);
    wire.faults(WireFaults.NONE);
    wire.reconnect();
    servers.forEach(SimulatedServer::calm);
  }

  /** Cuts the way from one server to another for up to 15 s, at times also the way back. */
  private void part(SimulatedServer<T> one, SimulatedServer<T> other) {
    Duration length = Duration.ofMillis(random.nextLong(100, PARTED_MILLIS_MAX));
    cut(one, other, length);
    if (random.nextBoolean()) {
      cut(other, one, length);
    }
  }

  private void cut(SimulatedServer<T> from, SimulatedServer<T> to, Duration length) {
    wire.cut(from.node().name(), to.node().name());
    simulation.after(length, () -> wire.reconnect(from.node().name(), to.node().name()));
  }

  private SimulatedServer<T> one() {
    return servers.get(random.nextInt(servers.size()));
  }

  /** Ends all servers but one for good, which then gets all shards. */
  public void keepOne() {
    SimulatedServer<T> kept = one();
    servers.stream().filter(server -> server != kept).forEach(SimulatedServer::retire);
  }

  /** Lets time pass in which ended servers are started again. */
  public void go(Duration duration) {
    Duration end = simulation.elapsed().plus(duration);
    while (simulation.elapsed().compareTo(end) < 0) {
      simulation.runFor(slice);
      servers.forEach(SimulatedServer::restart);
      users.forEach(Runnable::run);
    }
  }

  /** Lets time pass until a condition holds, and returns whether it does in time. */
  public boolean goUntil(BooleanSupplier isSo, Duration patience) {
    Duration end = simulation.elapsed().plus(patience);
    while (!isSo.getAsBoolean() && simulation.elapsed().compareTo(end) < 0) {
      go(LOOK);
    }
    return isSo.getAsBoolean();
  }

  /**
   * Something that is asked of one server at a time, again where that fails, ends or does not
   * answer.
   *
   * @param patience how long a server that does not answer is waited for
   */
  public Errand<T> errand(String name, Duration patience, Consumer<Running<T>> work) {
    return new Errand<>(simulation, name, patience, work);
  }
}
