package io.messina.testkit;

import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.Mutation;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.Table;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** One node before a simulated store with a PLAIN and a FENCED table. */
final class StoreWorld implements AutoCloseable {

  static final Column<String> BOX = Column.ofText("box");
  static final Column<Integer> PLACE = Column.ofInt("place");
  static final Column<String> THING = Column.ofText("thing");
  static final Table THINGS =
      Table.plain("things").partitionedBy(BOX).clusteredBy(PLACE).columns(THING).build();
  static final Table LOCKS = Table.fenced("locks").partitionedBy(BOX).build();
  static final PartitionKey THINGS_A = THINGS.partition(BOX.of("a"));
  static final PartitionKey LOCK_A = LOCKS.partition(BOX.of("a"));
  static final Duration LONG = Duration.ofHours(3);

  private static final Incarnation WRITER = Incarnation.next(new SplittableRandom(1));
  private static final long MICROS = Simulation.START.getEpochSecond() * 1_000_000;

  final Simulation simulation;
  final SimulatedStore stores;
  final SimulatedNode node;

  StoreWorld(long seed) {
    simulation = new Simulation(seed);
    stores = new SimulatedStore(simulation);
    stores.direct().create(THINGS);
    stores.direct().create(LOCKS);
    node = simulation.node("a");
  }

  /** Faults of one kind, as often as that, and nothing else. */
  static Faults only(double refused, double lost, double late) {
    return new Faults(
        refused,
        lost,
        late,
        Faults.ROUGH.delayMax(),
        Faults.ROUGH.lateMax(),
        Faults.ROUGH.timeout(),
        Faults.ROUGH.pageRowsMax());
  }

  static PlainBatch put(int place, String thing) {
    Row row = Row.of(THINGS_A.row(PLACE.of(place)), THING.of(thing));
    return PlainBatch.in(THINGS_A, MICROS).put(row).build();
  }

  static Fence fence(long n) {
    return new Fence(0, n, WRITER);
  }

  static FencedBatch first() {
    return FencedBatch.first(fence(0), LOCK_A).build();
  }

  static FencedBatch after(long n) {
    return FencedBatch.after(fence(n), fence(n + 1), LOCK_A).build();
  }

  /** Lets an actor ask something, and runs until it was answered or failed. */
  <T> Answer<T> ask(Function<Store, T> question) {
    AtomicReference<Answer<T>> answer = new AtomicReference<>();
    Store store = stores.at(node);
    node.spawn("asking", () -> answer.set(answer(store, question)));
    simulation.runUntil(() -> answer.get() != null, LONG);
    return answer.get();
  }

  boolean isDone(PlainBatch batch) {
    Mutation.Put put = (Mutation.Put) batch.mutations().getFirst();
    return stores.direct().get(put.row().key()).isPresent();
  }

  Optional<Fence> standing() {
    return stores.direct().getStatic(LOCK_A).map(statics -> statics.fence());
  }

  @Override
  public void close() {
    simulation.close();
  }

  private static <T> Answer<T> answer(Store store, Function<Store, T> question) {
    try {
      return new Answer<>(Optional.of(question.apply(store)), Optional.empty());
    } catch (StoreException e) {
      return new Answer<>(Optional.empty(), Optional.of(e.code()));
    }
  }

  /** What an actor was told. */
  record Answer<T>(Optional<T> value, Optional<StoreException.Code> error) {}
}
