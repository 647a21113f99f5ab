package io.messina.stream.offsets;

import io.messina.runtime.Micros;
import io.messina.store.Column;
import io.messina.store.HybridClock;
import io.messina.store.PartitionKey;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.stream.ShardRig;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What streams replace. Each producer writes by itself, and events stand in the order of the time
 * at which they were written. Whoever has the shard reads all events since its offset less an
 * overlap, again and again, hands out those that it does not remember, and keeps the offset in a
 * table; a successor remembers nothing and begins a little before it.
 *
 * <p>Done as well as it can be: the offset is never ahead of the own clock at the begin of a read,
 * so that neither a long read nor one producer's fast clock moves it past what others write.
 */
final class OffsetDesign implements OffsetsBesideLanesTest.Design {

  private static final Column<Integer> SHARD = Column.ofInt("shard");
  private static final Column<Long> WRITTEN_MICROS = Column.ofLong("written_micros");
  private static final Column<String> EVENT = Column.ofText("event");
  private static final Column<Integer> ATTEMPTS = Column.ofInt("attempts");
  private static final Column<Long> OFFSET_MICROS = Column.ofLong("offset_micros");

  private static final Table BUFFER =
      Table.plain("buffer")
          .partitionedBy(SHARD)
          .clusteredBy(WRITTEN_MICROS, EVENT)
          .columns(ATTEMPTS)
          .build();
  private static final Table OFFSETS =
      Table.plain("offsets").partitionedBy(SHARD).columns(OFFSET_MICROS).build();
  private static final PartitionKey EVENTS = BUFFER.partition(SHARD.of(0));
  private static final RowKey OFFSET = OFFSETS.partition(SHARD.of(0)).row();

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final ShardRig rig;
  private final Duration overlap;
  private long rowsRead;

  /**
   * The design.
   *
   * @param rig where it is, without its tables
   * @param overlap how far behind its offset a reader begins
   */
  OffsetDesign(ShardRig rig, Duration overlap) {
    this.rig = rig;
    this.overlap = overlap;
    rig.stores.direct().create(BUFFER);
    rig.stores.direct().create(OFFSETS);
  }

  /** How many rows were read so far to find the events. */
  long rowsRead() {
    return rowsRead;
  }

  @Override
  public void append(SimulatedNode producer, Store store, String event) {
    long nowMicros = micros(producer);
    RowKey key = EVENTS.row(WRITTEN_MICROS.of(nowMicros), EVENT.of(event));
    store.write(PlainBatch.in(EVENTS, nowMicros).put(Row.of(key, ATTEMPTS.of(0))).build());
  }

  @Override
  public SimulatedNode start(Consumer<String> handler) {
    SimulatedNode node = rig.simulation.node("a");
    node.spawn("consumer", () -> consume(node, rig.stores.at(node), handler));
    return node;
  }

  private void consume(SimulatedNode node, Store store, Consumer<String> handler) {
    HybridClock clock = new HybridClock(node.clock(), 0);
    Set<String> seen = new HashSet<>();
    long offset = storedOffset(node, store);
    while (true) {
      try {
        long next = handOut(node, store, offset, seen, handler);
        if (next > offset) {
          offset = next;
          store.write(
              PlainBatch.in(OFFSETS.partition(SHARD.of(0)), clock.next())
                  .put(Row.of(OFFSET, OFFSET_MICROS.of(offset)))
                  .build());
        }
      } catch (StoreUnavailableException e) {
        // The next round reads the same again.
      }
      node.pause(PAUSE);
    }
  }

  /** Reads one window, and returns up to where it went. */
  private long handOut(
      SimulatedNode node, Store store, long offset, Set<String> seen, Consumer<String> handler) {
    long begunMicros = micros(node);
    long from = Math.max(0, offset - overlap.toNanos() / 1_000);
    Iterator<Row> window =
        store.scan(Scan.of(EVENTS, BUFFER.rows().atLeast(WRITTEN_MICROS.of(from))));
    long newest = offset;
    while (window.hasNext()) {
      Row row = window.next();
      rowsRead++;
      newest = Math.max(newest, row.get(WRITTEN_MICROS));
      if (seen.add(row.get(EVENT))) {
        handler.accept(row.get(EVENT));
      }
    }
    return Math.max(offset, Math.min(newest, begunMicros));
  }

  private static long storedOffset(SimulatedNode node, Store store) {
    while (true) {
      try {
        return store.get(OFFSET).map(row -> row.get(OFFSET_MICROS)).orElse(0L);
      } catch (StoreUnavailableException e) {
        node.pause(PAUSE);
      }
    }
  }

  private static long micros(SimulatedNode node) {
    return Micros.of(node.clock().instant());
  }
}
