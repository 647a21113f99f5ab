package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.Event;
import io.messina.stream.SimulatedSites;
import io.messina.stream.log.ShardPlacement;
import io.messina.stream.owner.Peers;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A node that is alone with one stream and one group, on a simulated store. */
final class StreamsRoom implements AutoCloseable {

  final Simulation simulation;
  final SimulatedStore stores;
  final Stream stream;
  final Group group;
  Streams streams;
  private final UnaryOperator<Store> store;
  private SimulatedNode machine;

  StreamsRoom(int shards, UnaryOperator<Store> store) {
    this.simulation = new Simulation(1);
    this.stores = new SimulatedStore(simulation);
    this.store = store;
    this.machine = simulation.node("a");
    this.streams = begin();
    this.stream =
        run(
            () ->
                streams
                    .create(new StreamName("edits"), StreamOptions.DEFAULT.shards(shards))
                    .value());
    this.group =
        run(
            () ->
                stream
                    .createGroup(new GroupName("scorer"), Start.earliest(), GroupOptions.DEFAULT)
                    .value());
  }

  /** The process dies, and another one begins on the same store. */
  void restart() {
    machine.crash();
    machine = simulation.node("a");
    streams = begin();
  }

  private Streams begin() {
    return run(() -> Streams.start(site(store.apply(stores.at(machine)))));
  }

  /** Runs something on the node until it has ended. */
  <T> T run(Callable<T> action) {
    return simulation.call(machine, action);
  }

  <T> CompletableFuture<T> start(Callable<T> action) {
    return machine.call(action);
  }

  /** The node's wall clock. */
  Instant now() {
    return machine.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** So many events of a size, as many on each shard. */
  void append(int eachShard, int bytes) {
    int shards = stream.definition().options().shards();
    List<Event> events = new ArrayList<>();
    int[] counts = new int[shards];
    for (int number = 0; events.size() < eachShard * shards; number++) {
      Bytes key = Bytes.utf8("key " + number);
      int shard = new ShardPlacement(shards).shardOf(key);
      if (counts[shard]++ < eachShard) {
        events.add(Event.builder(Bytes.wrap(new byte[bytes])).key(key).build());
      }
    }
    var _ = run(() -> stream.append(events));
  }

  List<ClaimedEvent> claim(ClaimOptions claim) {
    return run(() -> group.claim(claim));
  }

  void ack(List<ClaimedEvent> events) {
    var _ = run(() -> group.ack(events.stream().map(ClaimedEvent::receipt).toList()));
  }

  private NodeSite site(Store store) {
    return new NodeSite(
        SimulatedSites.context(store, machine, "streams"),
        Peers.NONE,
        "cluster",
        "a",
        OwnershipOptions.SOLE,
        NodeLimits.DEFAULT);
  }

  @Override
  public void close() {
    simulation.close();
  }
}
