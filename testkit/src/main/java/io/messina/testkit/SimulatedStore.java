package io.messina.testkit;

import io.messina.store.FencedBatch;
import io.messina.store.Store;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * A store in memory, shared by the nodes of a {@link Simulation}, that does everything to them that
 * {@link Store} allows: each request and each answer travels on its own, so they overtake each
 * other; the store refuses requests, loses requests or answers, and applies writes long after their
 * callers gave up or crashed. Its decisions are drawn from the simulation's seed and recorded in
 * its history.
 *
 * <pre>{@code
 * SimulatedStore stores = new SimulatedStore(simulation);
 * stores.faults(Faults.ROUGH);
 * node.spawn("appender", () -> append(stores.at(node)));
 * }</pre>
 *
 * <p>For use by the thread of the simulation and by its actors.
 */
public final class SimulatedStore {

  private final Simulation simulation;
  private final MemoryStore core;
  private final Network network;
  private final LateRequests late;
  private StoreOperations operations = StoreOperations.NONE;
  private Consumer<FencedBatch> witness = batch -> {};

  /**
   * An empty store without tables and, for now, without faults.
   *
   * @param simulation to which it belongs; writes are checked, and rows expire, by the clock of the
   *     calling node
   */
  public SimulatedStore(Simulation simulation) {
    this.simulation = simulation;
    this.core = new MemoryStore(simulation.clock());
    this.network = new Network(simulation);
    this.late = new LateRequests(simulation, network);
  }

  /** A store that never fails, without a simulation, for plain threads. */
  public static Store calm(InstantSource clock) {
    return new MemoryStore(clock);
  }

  /** The same, which hides nothing behind a delete that is older than it must be remembered. */
  public static Store forgetful(InstantSource clock, Duration deleteMemory) {
    return new MemoryStore(clock, deleteMemory);
  }

  /**
   * The store as a node sees it.
   *
   * @param node whose actors, and no others, may use it; closing it closes it for them alone
   */
  public Store at(SimulatedNode node) {
    return new NodeStore(this, node);
  }

  /**
   * Returns the same data without network, faults or delays: for preparing a test and checking its
   * end from outside.
   */
  public Store direct() {
    return core;
  }

  /** Replaces the faults for requests sent from now on. */
  public void faults(Faults faults) {
    network.faults(faults);
  }

  /** Returns the present faults. */
  public Faults faults() {
    return network.faults();
  }

  /**
   * Lets the store answer no node for a while. Reads that reach it during this time are lost;
   * writes apply after it, late.
   *
   * @param duration from now, in true time; a longer silence under way continues
   */
  public void silence(Duration duration) {
    network.silence(duration);
  }

  /**
   * Cuts the way between a machine and the store: further requests and answers are lost; requests
   * already under way arrive.
   *
   * @param node a process on the machine; its successors are cut off too
   */
  public void cutOff(SimulatedNode node) {
    network.cutOff(node);
  }

  /** Opens the way again that {@link #cutOff} closed. */
  public void reconnect(SimulatedNode node) {
    network.reconnect(node);
  }

  /** Returns the requests of nodes to the store so far, answered or not. */
  public StoreOperations operations() {
    return operations;
  }

  /**
   * Returns the number of writes to FENCED partitions that have arrived late so far, applied or
   * not.
   */
  public long lateFencedWrites() {
    return late.fencedArrived();
  }

  /**
   * Adds a witness of each fenced write that applies, called at the moment at which it applies,
   * whether its caller gets an answer or not.
   *
   * @param witness is told; it must not ask the store
   */
  public void onApplied(Consumer<FencedBatch> witness) {
    this.witness = witness;
  }

  Simulation simulation() {
    return simulation;
  }

  MemoryStore core() {
    return core;
  }

  Network network() {
    return network;
  }

  LateRequests late() {
    return late;
  }

  void applied(FencedBatch batch) {
    witness.accept(batch);
  }

  void count(StoreRequest<?> request) {
    operations = operations.plus(request);
  }
}
