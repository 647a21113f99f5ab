package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Store;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StoredEvent;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.LaneFlusher;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * Nodes that own shards as a test says, on a store on which nothing fails and nothing takes time.
 */
public final class OwnedCluster {

  private final Simulation simulation;
  private final Store store;
  private final Catalog catalog;
  private final Map<String, Owner> owners = new TreeMap<>();
  private final SimulatedNode any;

  /** A node, and what it is to own. */
  private record Owner(OwnedShards shards, Set<ShardId> given) {}

  /**
   * Without streams.
   *
   * @param simulation of the nodes
   * @param stores of which it uses the one that never fails
   * @param nodes one or more
   */
  public OwnedCluster(Simulation simulation, SimulatedStore stores, List<SimulatedNode> nodes) {
    this.simulation = simulation;
    this.store = stores.direct();
    this.any = nodes.getFirst();
    NodeTables.create(store);
    this.catalog = new Catalog(SimulatedSites.context(store, any, "catalog"));
    catalog.start();
    nodes.forEach(this::start);
    simulation.runUntil(catalog::isLoaded, Duration.ofMinutes(1));
  }

  private void start(SimulatedNode node) {
    Context context = SimulatedSites.context(store, node, "owner");
    Owner owner =
        new Owner(
            new OwnedShards(
                new ShardsSite(
                    context,
                    catalog,
                    new CacheBudget(Long.MAX_VALUE, () -> 0),
                    LaneLimits.DEFAULT,
                    new LaneFlusher(context),
                    new KnownOwners(node.name()))),
            new LinkedHashSet<>());
    owners.put(node.name(), owner);
    SimulatedSites.ownership(
            node,
            store,
            node.name(),
            OwnershipOptions.SOLE,
            () -> List.copyOf(owner.given()),
            owner.shards())
        .start();
  }

  /** What a node does for the shards that it owns; empty if there is no such node. */
  Optional<OwnShards> find(String node) {
    return Optional.ofNullable(owners.get(node)).map(Owner::shards);
  }

  /** What a node does for the shards that it owns. */
  public OwnShards service(String node) {
    return find(node).orElseThrow();
  }

  /** Defines a stream, and some groups of it. */
  public void define(CatalogStream stream, CatalogGroup... groups) {
    assertThat(run(() -> catalog.create(stream.id().name(), stream.options()).value()))
        .isEqualTo(stream);
    for (CatalogGroup group : groups) {
      assertThat(
              run(
                  () ->
                      catalog
                          .create(
                              stream.id(),
                              group.id().name(),
                              group.start(),
                              group.options(),
                              Precondition.NONE)
                          .value()))
          .isEqualTo(group);
    }
  }

  /** Lets a node own a shard, which its owner before has released. */
  public void give(ShardId shard, String node) {
    take(shard);
    Owner owner = Optional.ofNullable(owners.get(node)).orElseThrow();
    owner.given().add(shard);
    await(() -> owner.shards().owned().contains(shard));
  }

  /** Lets nobody own a shard. */
  public void take(ShardId shard) {
    owners.values().forEach(owner -> owner.given().remove(shard));
    await(
        () ->
            store
                .getStatic(ShardTable.partition(shard, 0))
                .map(row -> row.find(ShardTable.RELEASED).orElse(false))
                .orElse(true));
  }

  private void await(BooleanSupplier condition) {
    assertThat(simulation.runUntil(condition, Duration.ofMinutes(1))).isTrue();
  }

  /** The owner of a shard. */
  public Shard owned(ShardId shard) {
    return owners.values().stream()
        .map(Owner::shards)
        .filter(shards -> shards.owned().contains(shard))
        .findFirst()
        .orElseThrow()
        .shard(shard);
  }

  /** The events of a shard that somebody owns. */
  public List<StoredEvent> log(ShardId shard) {
    return run(() -> owned(shard).read(Position.START, 10_000, Duration.ZERO).events());
  }

  /** Hands the next events of a group out, and settles them. */
  public void settle(ShardId shard, GroupId group, int count, Outcome outcome) {
    var _ =
        run(
            () -> {
              ShardGroup from = owned(shard).group(group);
              List<ClaimedEvent> claimed = new ArrayList<>();
              while (claimed.size() < count) {
                List<ClaimedEvent> some = claim(from, count - claimed.size());
                claimed.addAll(some);
                from.settle(outcome, some.stream().map(OwnedCluster::claimId).toList());
              }
              return claimed;
            });
  }

  private static List<ClaimedEvent> claim(ShardGroup from, int max) {
    return from.claim(
        new ClaimRequest(max, ClaimOptions.BYTES_MAX, Duration.ofSeconds(30), "test"));
  }

  private static ClaimId claimId(ClaimedEvent event) {
    return new ClaimId(
        event.receipt().position().packed(), event.receipt().claim(), event.receipt().run());
  }

  /** Runs something on a node until it has ended. */
  public <T> T run(Callable<T> action) {
    return simulation.call(any, action);
  }
}
