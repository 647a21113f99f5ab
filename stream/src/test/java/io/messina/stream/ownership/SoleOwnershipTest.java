package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.store.FenceOutcome;
import io.messina.store.FencedBatch;
import io.messina.store.ForwardingStore;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SoleOwnershipTest {

  private static final ShardId SHARD = new ShardId(new StreamId(new StreamName("toys"), 1), 0);

  private final List<OwnedShard> taken = new ArrayList<>();
  private @Nullable Error failure;

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

  @Test
  void an_error_while_a_shard_is_taken_over_leaves_it_to_nobody_for_a_moment_only() {
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ShardTable.SHARDS);
      failure = new StackOverflowError("planted");
      SimulatedNode _ = start(simulation, stores);
      simulation.runFor(Duration.ofMillis(500));
      assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1);
      assertThat(taken.getLast().mayAcknowledge()).isFalse();

      failure = null;
      simulation.runFor(Duration.ofSeconds(2));
      assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1, 2);
      assertThat(taken.getLast().mayAcknowledge()).isTrue();
    }
  }

  @Test
  void closing_ends_within_a_lease_although_the_store_takes_no_writes() {
    try (Simulation simulation = new Simulation(1)) {
      SimulatedStore stores = new SimulatedStore(simulation);
      stores.direct().create(ShardTable.SHARDS);
      Ownership[] ownership = new Ownership[1];
      SimulatedNode node = simulation.node("a");
      RefusingStore store = new RefusingStore(stores.at(node));
      ownership[0] = ownership(node, store);
      ownership[0].start();
      simulation.runFor(Duration.ofMillis(200));
      store.refuse();
      CompletableFuture<Void> closed = new CompletableFuture<>();
      node.spawn(
          "close",
          () -> {
            ownership[0].close();
            closed.complete(null);
          });
      Duration atMost = OwnershipOptions.SOLE.lease().plusSeconds(1);
      assertThat(simulation.runUntil(closed::isDone, atMost)).isTrue();
    }
  }

  /** A store that takes no writes from some moment on. */
  private static final class RefusingStore extends ForwardingStore {

    private volatile boolean refuses;

    RefusingStore(Store store) {
      super(store);
    }

    void refuse() {
      refuses = true;
    }

    @Override
    public FenceOutcome writeIf(FencedBatch batch) {
      if (refuses) {
        throw new StoreUnavailableException("the disk takes no writes");
      }
      return super.writeIf(batch);
    }
  }

  private SimulatedNode start(Simulation simulation, SimulatedStore stores) {
    SimulatedNode node = simulation.node("a");
    ownership(node, stores.at(node)).start();
    return node;
  }

  private Ownership ownership(SimulatedNode node, Store store) {
    ShardListener listener =
        new ShardListener() {
          @Override
          public void taken(OwnedShard shard) {
            taken.add(shard);
            if (failure != null) {
              throw failure;
            }
          }

          @Override
          public void release(OwnedShard shard) {}

          @Override
          public void lost(OwnedShard shard) {}
        };
    return SimulatedSites.sole(node, store, SHARD, listener);
  }
}
