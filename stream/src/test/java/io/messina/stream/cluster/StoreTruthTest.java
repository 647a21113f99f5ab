package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.HybridClock;
import io.messina.store.Incarnation;
import io.messina.stream.Event;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.log.EventRun;
import io.messina.stream.log.LaneFlusher;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.log.LaneSettings;
import io.messina.stream.log.LaneTables;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.Salts;
import io.messina.stream.log.TailCache;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class StoreTruthTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("work"), 1), 3);

  @Test
  void lanes_count_up_to_their_cuts_and_what_is_not_cut_to_its_end() {
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      LaneTables.ALL.forEach(stores.direct()::create);
      stores.direct().create(ShardTable.SHARDS);
      SimulatedNode node = simulation.node("owner");
      append(stores, node, 1, "a", "b", "behind");
      append(stores, node, 2, "c");
      simulation.run(Duration.ofMinutes(1));
      Fence fence = new Fence(2, 0, Incarnation.next(node.random()));
      stores.direct().writeIf(FencedBatch.first(fence, ShardTable.partition(SHARD, 0)).build());

      Truth truth = Truth.read(stores.direct(), SHARD, new TreeMap<>(Map.of(1, 2L)));

      assertThat(truth.log())
          .extracting(event -> Place.of(event) + " " + Payloads.name(event.event()))
          .containsExactly("3:1.0 a", "3:1.1 b", "3:2.0 c");
      assertThat(truth.behindCuts()).containsExactly(new Place(3, new Position(1, 2)));
    }
  }

  /** Appends each event in a row of its own. */
  private static void append(
      SimulatedStore stores, SimulatedNode node, int epoch, String... names) {
    HybridClock clock = new HybridClock(node.clock(), 0);
    Context flushing = SimulatedSites.context(stores.at(node), node, "flusher");
    LaneWriter writer =
        new LaneWriter(
            flushing,
            clock::next,
            answer -> answer.accept(true),
            new LaneId(SHARD, epoch),
            new LaneSettings(Optional.of(Duration.ofDays(7)), Salts.NONE, LaneLimits.DEFAULT, 1),
            0,
            new TailCache(0, new CacheBudget(Long.MAX_VALUE, () -> 0)),
            new LaneFlusher(flushing));
    node.spawn(
        "appender",
        () -> {
          for (String name : names) {
            var _ =
                Futures.join(
                    writer.appendLater(EventRun.of(List.of(Event.of(Payloads.bytes(name))))));
          }
        });
  }
}
