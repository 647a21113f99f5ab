package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.store.Store;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Suspension;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SoleOwnershipTest extends OwnershipRig {

  @Test
  void the_only_process_of_a_store_takes_over_at_once_and_keeps_its_shards_while_it_sleeps() {
    SimulatedNode first = start();
    simulation.runFor(Duration.ofMillis(200));
    first.crash();

    SimulatedNode second = start();
    simulation.runFor(Duration.ofMillis(200));
    second.suspend(Suspension.MACHINE);
    simulation.runFor(Duration.ofHours(9));
    second.resume();

    assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1, 2);
    assertThat(taken.getLast().mayAcknowledge()).isTrue();
  }

  @Test
  void an_error_while_a_shard_is_taken_over_leaves_it_to_nobody_for_a_moment_only() {
    failure = Optional.of(new StackOverflowError("planted"));
    SimulatedNode _ = start();
    simulation.runFor(Duration.ofMillis(500));
    assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1);
    assertThat(taken.getLast().mayAcknowledge()).isFalse();

    failure = Optional.empty();
    simulation.runFor(Duration.ofSeconds(2));
    assertThat(taken).extracting(OwnedShard::epoch).containsExactly(1, 2);
    assertThat(taken.getLast().mayAcknowledge()).isTrue();
  }

  @Test
  void closing_ends_within_a_lease_although_the_store_takes_no_writes() {
    SimulatedNode node = simulation.node("a");
    AtomicBoolean refuses = new AtomicBoolean();
    Store store =
        new FaultyStore(stores.at(node))
            .refuse(call -> refuses.get() && call.operation() == Operation.WRITE_IF);
    Ownership ownership = start(node, store, OwnershipOptions.SOLE, () -> List.of(SHARD));
    simulation.runFor(Duration.ofMillis(200));
    refuses.set(true);
    CompletableFuture<Void> closed = new CompletableFuture<>();
    node.spawn(
        "close",
        () -> {
          ownership.close();
          closed.complete(null);
        });
    Duration atMost = OwnershipOptions.SOLE.lease().plusSeconds(1);
    assertThat(simulation.runUntil(closed::isDone, atMost)).isTrue();
  }

  @Override
  public void taken(OwnedShard shard) {
    super.taken(shard);
    fail();
  }

  private SimulatedNode start() {
    SimulatedNode node = simulation.node("a");
    start(node, stores.at(node), OwnershipOptions.SOLE, () -> List.of(SHARD));
    return node;
  }
}
