package io.messina.stream.testkit;

import io.messina.runtime.Context;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.node.NodeLimits;
import io.messina.stream.node.NodeSite;
import io.messina.stream.node.Streams;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.ClusterLease;
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
 * A server that is started again whenever its process has ended. Of several on one store one works,
 * and the others wait for its lease to end. For the thread of the simulation.
 */
public final class SimulatedServer<T> {

  private static final Duration CLAIM_POLL = Duration.ofMillis(50);
  private static final int CLAIM_LOOKS = 300;
  private static final int HARMS = 6;

  private final Simulation simulation;
  private final SimulatedStore stores;
  private final String name;
  private final Program<T> program;
  private SimulatedNode node;
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

  /** Starts a server. */
  public SimulatedServer(
      Simulation simulation, SimulatedStore stores, String name, Program<T> program) {
    this.simulation = simulation;
    this.stores = stores;
    this.name = name;
    this.program = program;
    this.node = simulation.node(name);
    start();
  }

  /** Returns the server, if it has begun and has not crashed. */
  public Optional<Running<T>> running() {
    return Optional.ofNullable(running).filter(it -> !it.node.isCrashed());
  }

  /** Starts the process again, if it has ended. */
  public void restart() {
    if (node.isCrashed()) {
      node = simulation.node(name);
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
      Streams streams = startStreams(context, name);
      running = new Running<>(here, streams, program.begin(here, context, streams));
    } catch (RuntimeException | InterruptedException e) {
      here.crash(); // and is started again
    }
  }

  /**
   * Starts the streams of a server of which one works, and the others wait for its lease to end.
   * Returns once this one works, or after a while.
   *
   * @throws StoreUnavailableException if another one works
   */
  public static Streams startStreams(Context context, String name) throws InterruptedException {
    ClusterLease lease = new ClusterLease("cluster", "dc1", name);
    context.store().create(ClusterLease.CLUSTERS);
    if (lease
        .awaitFree(context.store(), context.time(), OwnershipOptions.DEFAULT.lease())
        .isPresent()) {
      throw new StoreUnavailableException("another server works");
    }
    Streams begun =
        Streams.start(
            new NodeSite(
                context,
                Peers.NONE,
                "cluster",
                "server",
                OwnershipOptions.leased(lease),
                NodeLimits.DEFAULT));
    for (int i = 0; i < CLAIM_LOOKS && !(lease.state() instanceof ClusterLease.State.Held); i++) {
      context.time().sleep(CLAIM_POLL);
    }
    return begun;
  }
}
