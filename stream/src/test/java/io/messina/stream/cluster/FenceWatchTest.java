package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.StreamName;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FenceWatchTest {

  private static final PartitionKey SHARD =
      ShardTable.partition(new ShardId(new StreamId(new StreamName("work"), 1), 0), 0);

  @Test
  void two_writes_that_expect_the_same_fence_are_not_both_applied() {
    assertThat(complaints(PlantedBug.NOTHING)).isEmpty();
  }

  @Test
  void a_store_that_drops_the_fence_is_found_out() {
    assertThat(complaints(PlantedBug.DROPS_THE_FENCE))
        .singleElement()
        .asString()
        .startsWith("a stale fence applied");
  }

  private static List<String> complaints(PlantedBug bug) {
    List<String> complaints = new ArrayList<>();
    Map<FenceWatch.Expected, Fence> applied = FenceWatch.none();
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ShardTable.SHARDS);
      for (String name : List.of("a", "b")) {
        SimulatedNode node = simulation.node(name);
        Store store =
            new FenceWatch(new PlantedStore(stores.at(node), node, bug), applied, complaints);
        Fence first = new Fence(1, 0, Incarnation.next(node.random()));
        node.spawn(name, () -> store.writeIf(FencedBatch.first(first, SHARD).build()));
      }
      simulation.run(Duration.ofMinutes(1));
    }
    return complaints;
  }
}
