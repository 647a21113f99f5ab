package io.messina.stream.offsets;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.runtime.Micros;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.cluster.Wire;
import io.messina.stream.log.CacheBudget;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneSettings;
import io.messina.stream.log.LaneTables;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.ShardLog;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.stream.log.TailCache;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What streams do: producers hand their events to the one process that has the shard, which writes
 * them to the lane of its epoch and hands them out in that order. A successor finds the lane's end
 * before anything else. What it must know of its predecessors stands here in memory, as if it were
 * always read and written under a fence.
 */
final class LaneDesign implements Design {

  static final String OWNER = "shard";

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("buffer"), 1), 0);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final int TAIL_BYTES = 1 << 16;

  private final Wire<LaneWriter> wire;
  private final NavigableMap<Integer, Long> cuts = new TreeMap<>();
  private int epoch;
  private long floorMicros;
  private long timestampMicros;
  private Position next = Position.START;

  LaneDesign(Simulation simulation, Store direct) {
    wire = new Wire<>(simulation);
    LaneTables.ALL.forEach(direct::create);
  }

  @Override
  public void append(SimulatedNode producer, Store store, String event) {
    List<Event> events = List.of(Event.of(Bytes.utf8(event)));
    wire.call(producer, OWNER, TIMEOUT, owner -> owner.append(events));
  }

  @Override
  public void consume(SimulatedNode node, Store store, Consumer<String> handler) {
    while (true) {
      int mine = ++epoch;
      cutFormerLanes(node, store, mine);
      LaneId lane = new LaneId(SHARD, mine);
      TailCache tail = new TailCache(TAIL_BYTES, CacheBudget.unbounded());
      LaneWriter writer =
          new LaneWriter(
              SimulatedSites.context(store, node, "flusher"),
              () -> timestamp(node),
              () -> mine == epoch,
              lane,
              LaneSettings.DEFAULT,
              floorMicros,
              tail);
      wire.serve(node, writer);
      ShardLog log =
          new ShardLog(
              store,
              node.clock(),
              SHARD,
              cuts,
              Set.of(),
              Optional.of(new OwnLane(lane, writer::shownTo, tail)));
      while (!writer.isClosed()) {
        handOut(log, handler);
        Pauses.pause(node, PAUSE);
      }
    }
  }

  private void cutFormerLanes(SimulatedNode node, Store store, int mine) {
    for (int former = 1; former < mine; former++) {
      while (!cuts.containsKey(former)) {
        try {
          LaneEnd end = new LaneEnds(store).find(new LaneId(SHARD, former));
          cuts.put(former, end.cut());
          floorMicros = Math.max(floorMicros, end.nextAppendMicros());
        } catch (StoreUnavailableException e) {
          Pauses.pause(node, PAUSE);
        }
      }
    }
  }

  private long timestamp(SimulatedNode node) {
    long nowMicros = Micros.of(node.clock().instant());
    timestampMicros = Math.max(timestampMicros + 1, nowMicros);
    return timestampMicros;
  }

  private void handOut(ShardLog log, Consumer<String> handler) {
    try {
      log.read(next)
          .forEachRemaining(
              item -> {
                if (item instanceof StoredBatch batch) {
                  batch.batch().events().forEach(event -> handler.accept(text(event)));
                }
                next = item.end();
              });
    } catch (StoreUnavailableException e) {
      // The next round goes on where this one ended.
    }
  }

  private static String text(Event event) {
    return new String(event.payload().toArray(), StandardCharsets.UTF_8);
  }
}
