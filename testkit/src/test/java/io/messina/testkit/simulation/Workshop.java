package io.messina.testkit.simulation;

import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.testkit.Faults;
import io.messina.testkit.SimulatedStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Nodes that use a bit of everything: queues, locks, sleeping, suspensions, crashes and an
 * unreliable store.
 */
final class Workshop {

  private static final Column<String> SHELF = Column.ofText("shelf");
  private static final Column<Integer> PLACE = Column.ofInt("place");
  private static final Column<String> PIECE = Column.ofText("piece");
  private static final Table PIECES =
      Table.plain("pieces").partitionedBy(SHELF).clusteredBy(PLACE).columns(PIECE).build();
  private static final Table SHELVES = Table.fenced("shelves").partitionedBy(SHELF).build();
  private static final PartitionKey PIECES_A = PIECES.partition(SHELF.of("a"));
  private static final PartitionKey SHELF_A = SHELVES.partition(SHELF.of("a"));

  private final Simulation simulation;
  private final SimulatedStore stores;

  private Workshop(Simulation simulation) {
    this.simulation = simulation;
    this.stores = new SimulatedStore(simulation);
    stores.direct().create(PIECES);
    stores.direct().create(SHELVES);
    stores.faults(Faults.ROUGH);
  }

  /** Every line of a history, and its hash as the last one. */
  static List<String> historyOf(long seed) {
    try (Simulation simulation = new Simulation(seed)) {
      simulation.history().keep(Integer.MAX_VALUE);
      new Workshop(simulation).open();
      simulation.runFor(Duration.ofMinutes(2));
      simulation.history().record("hash " + simulation.history().hash());
      return simulation.history().lines();
    }
  }

  private void open() {
    for (String name : List.of("a", "b", "c")) {
      start(simulation.node(name));
    }
    simulation.after(
        Duration.ofSeconds(30),
        () -> {
          SimulatedNode fresh = simulation.node("d");
          start(fresh);
          fresh.suspend(Suspension.MACHINE);
          simulation.after(Duration.ofSeconds(20), fresh::resume);
          simulation.after(Duration.ofSeconds(40), fresh::crash);
        });
  }

  private void start(SimulatedNode node) {
    Store store = stores.at(node);
    node.clock().run(node.random().nextDouble(0.9, 1.1), node.random().nextDouble(0.9, 1.1));
    BlockingQueue<String> queue = new ArrayBlockingQueue<>(2);
    ReentrantLock lock = new ReentrantLock();
    HybridClock timestamps = new HybridClock(node.clock(), 0);
    node.spawn("maker", () -> forEver(node, () -> queue.put("piece " + node.random().nextInt())));
    for (int i = 0; i < 2; i++) {
      node.spawn("keeper", () -> forEver(node, () -> keep(store, timestamps, queue, lock)));
    }
    Incarnation me = Incarnation.next(node.random());
    node.spawn("owner", () -> forEver(node, () -> own(store, me)));
  }

  private static void keep(
      Store store, HybridClock timestamps, BlockingQueue<String> queue, ReentrantLock lock)
      throws InterruptedException {
    String piece = queue.take();
    lock.lock();
    try {
      int place = Math.floorMod(piece.hashCode(), 20);
      Row row = Row.of(PIECES_A.row(PLACE.of(place)), PIECE.of(piece));
      store.write(PlainBatch.in(PIECES_A, timestamps.next()).put(row).build());
      store.scan(Scan.of(PIECES_A)).forEachRemaining(any -> {});
    } finally {
      lock.unlock();
    }
  }

  private static void own(Store store, Incarnation me) {
    Fence standing = store.getStatic(SHELF_A).map(statics -> statics.fence()).orElse(null);
    FencedBatch.Builder batch =
        standing == null
            ? FencedBatch.first(new Fence(0, 0, me), SHELF_A)
            : FencedBatch.after(
                standing, new Fence(standing.epoch(), standing.n() + 1, me), SHELF_A);
    store.writeIf(batch.build());
  }

  private static void forEver(SimulatedNode node, Task task) {
    while (true) {
      try {
        node.sleep(Duration.ofMillis(node.random().nextLong(2_000)));
        task.run();
      } catch (StoreException e) {
        node.simulation().history().record(node + " met " + e.code());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private interface Task {
    void run() throws InterruptedException;
  }
}
