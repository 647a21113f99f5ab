package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.HybridClock;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedTime;
import io.messina.stream.StreamId;
import io.messina.stream.StreamName;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SoleOwnershipTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("toys"), 1), 0);

  private final List<OwnedShard> taken = new ArrayList<>();

  @Test
  void the_only_process_of_a_store_takes_over_at_once_and_keeps_its_shards_while_it_sleeps() {
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ShardTable.SHARDS);
      SimulatedNode first = start(simulation, stores);
      simulation.runFor(Duration.ofMillis(200));
      first.crash();

      SimulatedNode second = start(simulation, stores);
      simulation.runFor(Duration.ofMillis(200));
      second.suspend(Suspension.MACHINE);
      simulation.runFor(Duration.ofHours(9));
      second.resume();

      assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1, 2);
      assertThat(taken.getLast().mayAcknowledge()).isTrue();
    }
  }

  private SimulatedNode start(Simulation simulation, SimulatedStore stores) {
    SimulatedNode node = simulation.node("a");
    OwnershipSite site =
        new OwnershipSite(
            stores.at(node),
            new SimulatedTime(node),
            new HybridClock(node.clock(), 0),
            node.random(),
            node.threads("ownership"),
            "c",
            "a");
    ShardListener listener =
        new ShardListener() {
          @Override
          public void taken(OwnedShard shard) {
            taken.add(shard);
          }

          @Override
          public void release(OwnedShard shard) {}

          @Override
          public void lost(OwnedShard shard) {}
        };
    new Ownership(site, OwnershipOptions.SOLE, () -> List.of(SHARD), listener).start();
    return node;
  }
}
