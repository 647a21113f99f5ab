package io.messina.stream.ownership;

import io.messina.runtime.FencedWrite;
import io.messina.runtime.Micros;
import io.messina.store.Column;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What owners do in the simulation: for each shard it writes a plain row again and again, and
 * acknowledges each one where it may.
 */
final class ToyService implements ShardListener {

  private static final Column<String> SHARD = Column.ofText("shard");
  private static final Column<Long> EPOCH = Column.ofLong("epoch");
  static final Table WORK = Table.plain("work").partitionedBy(SHARD).columns(EPOCH).build();

  private final SimulatedNode node;
  private final Store store;
  private final Witness witness;
  private final boolean works;
  private final Map<ShardId, OwnedShard> owned = new HashMap<>();
  private final Set<OwnedShard> working = new HashSet<>();
  private final Set<OwnedShard> stopping = new HashSet<>();

  ToyService(SimulatedNode node, Store store, Witness witness, boolean works) {
    this.works = works;
    this.node = node;
    this.store = store;
    this.witness = witness;
  }

  /** Sees what the service does, at the true time at which it happens. */
  interface Witness {

    void acknowledged(OwnedShard shard, long timestampMicros);

    default void taken(OwnedShard shard) {}

    default void released(OwnedShard shard) {}
  }

  /** The shards that it may work on now. */
  List<OwnedShard> owned() {
    return new ArrayList<>(owned.values().stream().filter(OwnedShard::mayAcknowledge).toList());
  }

  @Override
  public void taken(OwnedShard shard) {
    witness.taken(shard);
    owned.put(shard.shard(), shard);
    if (!works) {
      return;
    }
    working.add(shard);
    node.spawn("worker", () -> work(shard));
  }

  @Override
  public void release(OwnedShard shard) {
    stopping.add(shard);
    while (working.contains(shard)) {
      node.pause(Duration.ofMillis(5));
    }
    stopping.remove(shard);
    owned.remove(shard.shard(), shard);
    witness.released(shard);
  }

  @Override
  public void lost(OwnedShard shard) {
    owned.remove(shard.shard(), shard);
  }

  private void work(OwnedShard shard) {
    while (!shard.isLost() && !stopping.contains(shard)) {
      try {
        write(shard);
      } catch (StoreUnavailableException e) {
        // It tries again.
      } catch (RuntimeException e) {
        shard.giveUp();
      }
      node.pause(Duration.ofMillis(node.random().nextLong(20, 400)));
    }
    working.remove(shard);
  }

  private void write(OwnedShard shard) {
    long now = Micros.of(node.clock().instant());
    OptionalLong timestamp = shard.timestamps().next(now);
    if (timestamp.isEmpty()) {
      reserve(shard, now);
      return;
    }
    store.write(
        PlainBatch.in(WORK.partition(SHARD.of(shard.shard().toString())), timestamp.getAsLong())
            .put(
                Row.of(
                    WORK.partition(SHARD.of(shard.shard().toString())).row(),
                    EPOCH.of((long) shard.epoch())))
            .build());
    if (shard.mayAcknowledge()) {
      witness.acknowledged(shard, timestamp.getAsLong());
    }
  }

  private static void reserve(OwnedShard shard, long now) {
    long until = shard.timestamps().reservation(now);
    FencedWrite written =
        shard.writer().write(batch -> batch.set(ShardTable.TIMESTAMPS_UNTIL.of(until)));
    if (written instanceof FencedWrite.Applied) {
      shard.timestamps().reserved(until);
    }
  }
}
