package io.messina.stream.group;

import io.messina.api.Delivery;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Position;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.NodeTime;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.EventRun;
import io.messina.stream.node.OwnedCluster;
import io.messina.stream.owner.GroupAction;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A node with consumers, and the shards that it owns. */
final class ConsumerRoom implements AutoCloseable {

  static final StreamId STREAM = new StreamId(new StreamName("edits"), 1);
  static final CatalogGroup GROUP =
      new CatalogGroup(
          STREAM, new GroupId(new GroupName("scorer"), 1), Start.earliest(), GroupOptions.DEFAULT);

  /** Delivers at most once. */
  static final CatalogGroup ONCE =
      new CatalogGroup(
          STREAM,
          new GroupId(new GroupName("payer"), 1),
          Start.earliest(),
          GroupOptions.DEFAULT.delivery(Delivery.AT_MOST_ONCE));

  final Simulation simulation = new Simulation(1);
  final OwnedCluster cluster;
  final NodeTime time;
  final SimulatedNode machine;
  final OpenConsumers consumers;
  final List<String> outputs = new ArrayList<>();

  ConsumerRoom() {
    SimulatedStore stores = new SimulatedStore(simulation);
    this.machine = simulation.node("a");
    this.cluster = new OwnedCluster(simulation, stores, List.of(machine));
    cluster.define(new CatalogStream(STREAM, StreamOptions.DEFAULT.shards(2)), GROUP, ONCE);
    this.time = new SimulatedTime(machine);
    this.consumers =
        new OpenConsumers(
            new ConsumerSite(
                cluster.service("a"),
                (_, receipt, made) ->
                    made.forEach(
                        output -> outputs.add(receipt.position() + " " + text(output.event()))),
                SimulatedSites.context(stores.direct(), machine, "consumer")));
  }

  static ShardId shard(int number) {
    return new ShardId(STREAM, number);
  }

  static String text(Event event) {
    return new String(event.payload().toArray(), StandardCharsets.UTF_8);
  }

  /** Lets the node own a shard, with some events. */
  void own(int shard, int events) {
    cluster.give(shard(shard), "a");
    append(shard, 0, events);
  }

  void append(int shard, int first, int count) {
    List<Event> events = new ArrayList<>();
    for (int i = first; i < first + count; i++) {
      events.add(Event.of(Bytes.utf8(Integer.toString(i))));
    }
    var _ = cluster.run(() -> cluster.owned(shard(shard)).append(EventRun.of(events)).join());
  }

  /** Makes the oldest events of the first shard suspects: two leases of them end in silence. */
  void suspect(int count) {
    for (int lease = 0; lease < 2; lease++) {
      cluster.settle(shard(0), GROUP.id(), count, new Outcome.Keep(Duration.ofSeconds(1)));
      runFor(Duration.ofSeconds(31));
    }
  }

  /** What was committed last by followers. */
  Position followed(int shard) {
    return cluster.run(() -> cluster.owned(shard(shard)).group(GROUP.id()).status()).followed();
  }

  /** Sends the followers of the first shard to the first event. */
  void seekToEarliest() {
    var _ =
        cluster.run(
            () -> {
              cluster
                  .owned(shard(0))
                  .group(GROUP.id())
                  .command(new GroupAction.Seek(Start.earliest()));
              return true;
            });
  }

  void sleep(Duration duration) {
    machine.pause(duration);
  }

  void runFor(Duration duration) {
    simulation.runFor(duration);
  }

  /** Closes something on the node; true once that has returned. */
  AtomicBoolean closing(AutoCloseable closed) {
    AtomicBoolean done = new AtomicBoolean();
    var _ =
        machine
            .call(
                () -> {
                  closed.close();
                  return true;
                })
            .thenAccept(done::set);
    return done;
  }

  @Override
  public void close() {
    simulation.close();
  }
}
