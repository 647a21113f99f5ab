package io.messina.stream.node;

import io.messina.api.GroupName;
import io.messina.api.GroupOptions;
import io.messina.api.Start;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.GroupId;
import io.messina.stream.ShardId;
import io.messina.stream.ShardsBehind;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.Catalog;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.owner.OwnShards;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardService;
import io.messina.stream.ownership.OwnershipOptions;
import io.messina.stream.testkit.SimulatedTime;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Node {@code a} as it is, among nodes {@code b} and {@code c} that only own shards. */
final class NodeRoom implements AutoCloseable {

  static final CatalogGroup GROUP =
      new CatalogGroup(
          new StreamId(new StreamName("edits"), 1),
          new GroupId(new GroupName("scorer"), 1),
          Start.earliest(),
          GroupOptions.DEFAULT);

  final Simulation simulation;
  final SimulatedStore stores;
  final OwnedCluster cluster;
  final CatalogStream stream;
  final List<String> asked = new ArrayList<>();

  /** The nodes that were asked whether they own a shard. */
  final List<String> probed = new ArrayList<>();

  /** Who should own a shard, as far as node a knows. */
  final Map<ShardId, String> expected = new HashMap<>();

  /** The members that beat, as far as node a knows. */
  final List<String> living = new ArrayList<>(List.of("a", "b", "c"));

  final StreamNode node;
  final Router router;
  private final SimulatedNode machine;
  private int losing;
  private String losingOf = "";
  private boolean unreachable;
  private Duration hanging = Duration.ZERO;
  private String brokenMethod = "";
  private RuntimeException failure = new IllegalStateException("broken");
  private String lateMethod = "";
  private Duration late = Duration.ZERO;

  NodeRoom(int shards) {
    this(1, shards);
  }

  NodeRoom(long seed, int shards) {
    this.simulation = new Simulation(seed);
    this.stores = new SimulatedStore(simulation);
    this.stream = stream("edits", shards, Duration.ofMinutes(10));
    this.machine = simulation.node("a");
    this.cluster =
        new OwnedCluster(
            simulation, stores, List.of(machine, simulation.node("b"), simulation.node("c")));
    cluster.define(stream, GROUP);
    OwnShards own = cluster.service("a");
    NodeSite site =
        new NodeSite(
            SimulatedSites.context(stores.at(machine), machine, "node"),
            address -> onTheWay(address, there(address)),
            "c",
            "a",
            OwnershipOptions.DEFAULT,
            new NodeLimits(10_000, 8, 1 << 20, LaneLimits.DEFAULT));
    KnownOwners others = new KnownOwners("a");
    KnownMembers members =
        new KnownMembers(shard -> Optional.ofNullable(expected.get(shard)), () -> living);
    this.node = new StreamNode(site, new Catalog(site.context()), List::of, own, members, others);
    this.router = new Router(own, site, List::of, members, others);
  }

  static CatalogStream stream(String name, int shards, Duration deduplicate) {
    return new CatalogStream(
        new StreamId(new StreamName(name), 1),
        StreamOptions.DEFAULT.shards(shards).deduplicate(deduplicate));
  }

  static Event event(int number) {
    return Event.of(Bytes.utf8("event " + number));
  }

  static Event keyed(int number) {
    return Event.builder(Bytes.utf8("event " + number)).idempotencyKey("key " + number).build();
  }

  /** The shard of a number. */
  ShardId shard(int number) {
    return stream.shard(number);
  }

  void give(String owner, int... shards) {
    for (int shard : shards) {
      cluster.give(stream.shard(shard), owner);
    }
  }

  /** The next requests to other nodes are done, but their answers are lost. */
  void loseAnswers(int count) {
    loseAnswersOf("", count);
  }

  /** Likewise, but only of one method. */
  void loseAnswersOf(String method, int count) {
    losing = count;
    losingOf = method;
  }

  /** Other nodes do what is asked by a method, and answer later. */
  void answerLate(String method, Duration by) {
    lateMethod = method;
    late = by;
  }

  /** Other nodes fail in a way that nobody expects. */
  void breakDown(String method) {
    brokenMethod = method;
  }

  /** Other nodes answer so from now on. */
  void refuse(String method, RuntimeException refusal) {
    failure = refusal;
    brokenMethod = method;
  }

  private void simulationSleep(Duration duration) throws InterruptedException {
    new SimulatedTime(machine).sleep(duration);
  }

  /** No node answers; that is noticed after so long. */
  void hang(Duration noticed) {
    hanging = noticed;
  }

  /** No request reaches another node. */
  void cutOff(boolean cut) {
    unreachable = cut;
  }

  /** Runs something on node a until it has ended. */
  <T> T run(Callable<T> action) {
    Started<T> started = start(action);
    simulation.runUntil(started::isDone, Duration.ofMinutes(10));
    return started.get();
  }

  <T> Started<T> start(Callable<T> action) {
    Started<T> started = new Started<>();
    started.thread = machine.spawn("test", () -> started.run(action, simulation));
    return started;
  }

  /** What a test has running on node a. */
  static final class Started<T> {

    @Nullable Thread thread;
    private @Nullable T result;
    private @Nullable RuntimeException failure;
    private @Nullable Duration ended;

    boolean isDone() {
      return ended != null;
    }

    Duration ended() {
      return Optional.ofNullable(ended).orElseThrow();
    }

    T get() {
      if (failure != null) {
        throw failure;
      }
      return Optional.ofNullable(result).orElseThrow();
    }

    void interrupt() {
      Optional.ofNullable(thread).orElseThrow().interrupt();
    }

    private void run(Callable<T> action, Simulation simulation) {
      try {
        result = action.call();
      } catch (RuntimeException e) {
        failure = e;
      } catch (Exception e) {
        failure = new IllegalStateException(e);
      }
      ended = simulation.elapsed();
    }
  }

  @Override
  public void close() {
    simulation.close();
  }

  private ShardService there(String address) {
    return cluster
        .find(address)
        .orElseThrow(() -> new PeerException(address + ": nobody is there", false));
  }

  private ShardService onTheWay(String address, ShardService service) {
    return ShardsBehind.by(
        (method, _, request) -> {
          if (method.getName().equals("epoch")) {
            probed.add(address);
          } else {
            asked.add(method.getName());
          }
          if (!hanging.isZero()) {
            simulationSleep(hanging);
            throw new PeerException("no answer", false);
          }
          if (unreachable) {
            throw new PeerException("unreachable", false);
          }
          if (method.getName().equals(brokenMethod)) {
            throw failure;
          }
          Object answer = request.apply(service);
          if (method.getName().equals(lateMethod)) {
            simulationSleep(late);
          }
          if (losing > 0
              && method.getName().startsWith(losingOf)
              && !method.getName().equals("epoch")) {
            losing--;
            if (answer instanceof CompletableFuture<?> later) {
              var _ = later.join();
            }
            throw new PeerException("no answer", true);
          }
          return answer;
        });
  }
}
