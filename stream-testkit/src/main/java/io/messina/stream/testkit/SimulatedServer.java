package io.messina.stream.testkit;

import io.messina.runtime.Context;
import io.messina.store.Store;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.ClusterGuard;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A server that is started again whenever its process has ended: a member of the cluster of all
 * servers on its store. For the thread of the simulation.
 */
public final class SimulatedServer<T> {

  private static final String CLUSTER = "cluster";
  private static final int HARMS = 6;

  private final Simulation simulation;
  private final SimulatedStore stores;
  private final Wire<ShardService> wire;
  private final String address;
  private final Program<T> program;
  private SimulatedNode node;
  private boolean retired;
  private volatile @Nullable Running<T> running;

  /** A program on the streams of a server. */
  @FunctionalInterface
  public interface Program<T> {

    /**
     * Begins. An exception ends the process.
     *
     * @param node whose process it is
     */
    T begin(SimulatedNode node, Context context, Streams streams);
  }

  /**
   * A server that has begun.
   *
   * @param node whose process it is
   * @param streams of the process
   * @param program the program that runs on them
   */
  public record Running<T>(SimulatedNode node, Streams streams, T program) {}

  /**
   * Starts a server. The seed is in its address, so that each history shares the shards in another
   * way.
   */
  SimulatedServer(
      Simulation simulation,
      SimulatedStore stores,
      Wire<ShardService> wire,
      String name,
      Program<T> program) {
    this.simulation = simulation;
    this.stores = stores;
    this.wire = wire;
    this.address = name + "-" + simulation.seed();
    this.program = program;
    this.node = simulation.node(address);
    start();
  }

  /** Returns the server, if it has begun and has not crashed. */
  public Optional<Running<T>> running() {
    return Optional.ofNullable(running).filter(it -> !it.node.isCrashed());
  }

  /** Ends it for good; others get its shards once its lease has ended. */
  public void retire() {
    retired = true;
    node.crash();
  }

  /** Starts the process again, if it has ended. */
  public void restart() {
    if (node.isCrashed() && !retired) {
      node = simulation.node(address);
      start();
    }
  }

  /** Ends lasting harm. */
  public void calm() {
    node.resume();
    stores.reconnect(node);
  }

  /** Lets something bad happen to it, for up to 15 s. */
  public void harm(RandomGenerator random) {
    harm(random, Duration.ofSeconds(15));
  }

  /** Lets something bad happen to it, for up to so long. */
  public void harm(RandomGenerator random, Duration longest) {
    Duration length = Duration.ofMillis(random.nextLong(100, longest.toMillis()));
    switch (random.nextInt(HARMS)) {
      case 0, 1 -> node.crash();
      case 2 -> suspend(Suspension.PROCESS, length);
      case 3 -> suspend(Suspension.MACHINE, length);
      case 4 -> stores.silence(length);
      default -> {
        SimulatedNode harmed = node;
        stores.cutOff(harmed);
        simulation.after(length, () -> stores.reconnect(harmed));
      }
    }
  }

  /** Lets the process hang. */
  public void hang(Duration length) {
    suspend(Suspension.PROCESS, length);
  }

  /** The node that it is now. */
  public SimulatedNode node() {
    return node;
  }

  private void suspend(Suspension how, Duration length) {
    SimulatedNode harmed = node;
    if (!harmed.isSuspended() && !harmed.isCrashed()) {
      harmed.suspend(how);
      simulation.after(length, harmed::resume);
    }
  }

  private void start() {
    SimulatedNode here = node;
    running = null;
    here.spawn("main", () -> main(here));
  }

  private void main(SimulatedNode here) {
    try {
      Store store = stores.at(here);
      Context context =
          new Context(store, new SimulatedTime(here), here.random(), here.threads("messina"));
      Streams streams = join(here, context);
      running = new Running<>(here, streams, program.begin(here, context, streams));
    } catch (RuntimeException | InterruptedException e) {
      here.crash(); // and is started again
    }
  }

  /** As a server does it: passes the guard, answers the others, and waits until it knows them. */
  private Streams join(SimulatedNode here, Context context) throws InterruptedException {
    context.store().create(ClusterGuard.CLUSTERS);
    var _ =
        new ClusterGuard(context, CLUSTER, "dc1", OwnershipOptions.DEFAULT.lease()).pass(address);
    Streams streams =
        Streams.start(
            new NodeSite(
                context,
                new SimulatedPeers(here, wire),
                CLUSTER,
                address,
                OwnershipOptions.DEFAULT,
                NodeLimits.DEFAULT));
    wire.serve(here, streams.service());
    streams.awaitMember();
    return streams;
  }
}
