package io.messina.stream.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.StreamName;
import io.messina.store.Store;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** A process that owns a shard, and notes what it is told of it. */
abstract class OwnershipRig implements ShardListener {

  static final ShardId SHARD = new ShardId(new StreamId(new StreamName("toys"), 1), 0);

  @AutoClose final Simulation simulation = new Simulation(1);
  final SimulatedStore stores = new SimulatedStore(simulation);
  final List<OwnedShard> taken = new ArrayList<>();
  final List<OwnedShard> lost = new ArrayList<>();

  /** What is thrown by what a test lets fail. */
  Optional<Error> failure = Optional.empty();

  @BeforeEach
  void create() {
    List.of(MemberTable.MEMBERS, GraveTable.GRAVES, ShardTable.SHARDS)
        .forEach(stores.direct()::create);
  }

  @Override
  public void taken(OwnedShard shard) {
    taken.add(shard);
  }

  @Override
  public void release(OwnedShard shard) {}

  @Override
  public void lost(OwnedShard shard) {
    lost.add(shard);
  }

  void fail() {
    failure.ifPresent(
        error -> {
          throw error;
        });
  }

  Ownership start(SimulatedNode node, Store store, OwnershipOptions options, KnownShards shards) {
    Ownership ownership = SimulatedSites.ownership(node, store, "a", options, shards, this);
    ownership.start();
    return ownership;
  }

  void awaitTaken(int count) {
    assertThat(simulation.runUntil(() -> taken.size() == count, Duration.ofMinutes(1))).isTrue();
  }
}
