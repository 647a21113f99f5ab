package io.messina.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.store.Fence;
import io.messina.store.FencedBatch;
import io.messina.store.Incarnation;
import io.messina.store.PartitionKey;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FenceWatchTest {

  private static final PartitionKey SHARD =
      ShardTable.partition(new ShardId(new StreamId(new StreamName("work"), 1), 0), 0);

  @Test
  void a_write_that_is_sent_again_is_the_one_that_applied() {
    assertThat(complaints(1, 1)).isEmpty();
  }

  @Test
  void another_write_under_the_same_fence_is_found_out() {
    assertThat(complaints(1, 2)).singleElement().asString().startsWith("believed applied");
  }

  /** What is said where two writes with one next fence reserve so much each. */
  private static List<String> complaints(long first, long second) {
    List<String> complaints = new ArrayList<>();
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ShardTable.SHARDS);
      SimulatedNode node = simulation.node("a");
      Store store = new FenceWatch(stores, complaints).over(stores.at(node));
      Fence next = new Fence(1, 0, Incarnation.next(node.random()));
      node.spawn(
          "writer",
          () -> {
            store.writeIf(reserving(first, next));
            store.writeIf(reserving(second, next));
          });
      simulation.run(Duration.ofMinutes(1));
    }
    return complaints;
  }

  private static FencedBatch reserving(long until, Fence next) {
    return FencedBatch.first(next, SHARD).set(ShardTable.TIMESTAMPS_UNTIL.of(until)).build();
  }
}
