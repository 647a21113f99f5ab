package io.messina.stream.ownership;

import io.messina.api.StreamName;
import io.messina.runtime.FencedWrite;
import io.messina.runtime.Micros;
import io.messina.store.Column;
import io.messina.store.Fence;
import io.messina.store.Incarnation;
import io.messina.store.PlainBatch;
import io.messina.store.Row;
import io.messina.store.RowKey;
import io.messina.store.StaticRow;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.store.StoreUnavailableException;
import io.messina.store.Table;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.StreamId;
import io.messina.stream.ownership.MemberTable.Member;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Operation;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Simulated processes that share shards, and a witness who knows the truth. */
final class Cluster implements AutoCloseable {

  private static final Column<String> SHARD = Column.ofText("shard");
  private static final Column<Long> EPOCH = Column.ofLong("epoch");
  private static final Column<Long> WRITTEN = Column.ofLong("written");
  private static final Table WORK =
      Table.plain("work").partitionedBy(SHARD).columns(EPOCH, WRITTEN).build();

  final Simulation simulation;
  final SimulatedStore stores;
  final List<String> wrong = new ArrayList<>();
  final Map<ShardId, Duration> freed = new HashMap<>();
  Duration slowestHandOver = Duration.ZERO;
  private Duration lagMax = Duration.ZERO;
  private boolean working = true;
  private boolean frozen;
  private boolean gravesHidden;
  private final Set<String> unserved = new HashSet<>();
  private double spoiledShare;
  private double lostNewsShare;
  int acknowledged;
  int takeOvers;

  /** How often a shard was taken from another process that had not let go of it. */
  int deaths;

  private final List<ShardId> shards;
  private final Map<String, Running> processes = new TreeMap<>();
  private final Set<String> gateways = new HashSet<>();
  private final Map<ShardId, String> lastOwners = new HashMap<>();
  private final Map<ShardId, Long> timestamps = new HashMap<>();
  private final Map<ShardId, NavigableMap<Integer, Long>> lastAcknowledged = new HashMap<>();
  private final Map<ShardId, NavigableMap<Integer, Long>> found = new HashMap<>();
  private final Map<String, Duration> mutedUntil = new HashMap<>();

  Cluster(long seed, int shardCount) {
    this.simulation = new Simulation(seed);
    this.stores = new SimulatedStore(simulation);
    StreamId stream = new StreamId(new StreamName("toys"), 1);
    this.shards =
        IntStream.range(0, shardCount).mapToObj(number -> new ShardId(stream, number)).toList();
    stores.direct().create(MemberTable.MEMBERS);
    stores.direct().create(GraveTable.GRAVES);
    stores.direct().create(ShardTable.SHARDS);
    stores.direct().create(WORK);
  }

  /** One run of a process. */
  record Running(SimulatedNode node, Ownership ownership, ToyService service) {}

  /** Whether the processes that are started from now on work on their shards. */
  void serve(boolean works) {
    working = works;
  }

  /**
   * From now on an owner may acknowledge also while another one takes its shard, as long as the
   * other one then finds what was acknowledged.
   */
  void freeze() {
    frozen = true;
  }

  /** Lets the store take no beats of a process, but all else, for a while. */
  void mute(String name, Duration duration) {
    mutedUntil.put(name, simulation.elapsed().plus(duration));
  }

  /** Lets a quarter of the answers about members come up to that much later. */
  void lag(Duration most) {
    lagMax = most;
  }

  /** Lets nobody see that he was declared dead. */
  void hideGraves() {
    gravesHidden = true;
  }

  /** Lets a process be unable to serve a shard. */
  void failToServe(String name, ShardId shard) {
    unserved.add(name + " " + shard);
  }

  /** Lets a share of the news of others not arrive. */
  void loseNews(double share) {
    lostNewsShare = share;
  }

  /** Lets a share of all requests end in exceptions that no store should throw. */
  void spoil(double share) {
    spoiledShare = share;
  }

  private void lag(SimulatedNode node) {
    if (lagMax.isPositive() && node.random().nextInt(4) == 0) {
      node.pause(Duration.ofNanos(node.random().nextLong(lagMax.toNanos())));
    }
  }

  /** Takes no beats while muted, and answers late to what is about members. */
  private Object mutedOrLate(
      String name, SimulatedNode node, FaultyStore.Call call, Supplier<Object> asked) {
    if (call.writes(MemberTable.MEMBERS) && isMuted(name)) {
      throw new StoreUnavailableException("no beats are taken");
    }
    Object answer = asked.get();
    if (call.operation() == Operation.SCAN && call.table().equals(MemberTable.MEMBERS)) {
      List<Object> all = new ArrayList<>();
      ((Iterator<?>) answer).forEachRemaining(all::add);
      lag(node);
      return all.iterator();
    }
    if (call.writes(MemberTable.MEMBERS)) {
      lag(node);
    }
    return answer;
  }

  /**
   * Now and then answers with an exception that is not said to pass, before it has done what it was
   * asked for or after it.
   */
  private Object spoiled(RandomGenerator random, Supplier<Object> asked) {
    boolean spoiled = random.nextDouble() < spoiledShare;
    if (spoiled && random.nextBoolean()) {
      throw trouble(random);
    }
    Object answer = asked.get();
    if (spoiled) {
      throw trouble(random);
    }
    return answer;
  }

  private static RuntimeException trouble(RandomGenerator random) {
    return random.nextBoolean()
        ? new StoreException(StoreException.Code.DAMAGED, "spoiled")
        : new IllegalStateException("spoiled");
  }

  private boolean isMuted(String name) {
    return simulation.elapsed().compareTo(mutedUntil.getOrDefault(name, Duration.ZERO)) < 0;
  }

  void start(String name) {
    start(name, OwnershipOptions.DEFAULT);
  }

  /** Starts a process that owns no shards. */
  void startGateway(String name) {
    gateways.add(name);
    start(name, OwnershipOptions.GATEWAY);
  }

  private void start(String name, OwnershipOptions options) {
    SimulatedNode node = simulation.node(name);
    Store store =
        new FaultyStore(stores.at(node))
            .around((call, asked) -> mutedOrLate(name, node, call, asked))
            .around(
                (call, asked) ->
                    gravesHidden && call.reads(GraveTable.GRAVES) ? Optional.empty() : asked.get())
            .around((_, asked) -> spoiled(node.random(), asked));
    ToyService service = new ToyService(name, node, store, working);
    Ownership ownership =
        SimulatedSites.ownership(
            node, store, name, options, () -> shards, service, new News(node.random()));
    processes.put(name, new Running(node, ownership, service));
    node.spawn("start", ownership::start);
  }

  /** News that come some milliseconds later, in any order, or not at all. */
  private final class News implements MemberNews {

    private final RandomGenerator random;

    private News(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public void leaves(String address, Incarnation member) {
      tell(address, ownership -> ownership.leaves(member));
    }

    @Override
    public void released(String address, ShardId shard) {
      tell(address, ownership -> ownership.released(shard));
    }

    private void tell(String address, Consumer<Ownership> news) {
      if (random.nextDouble() >= lostNewsShare) {
        simulation.after(
            Duration.ofMillis(random.nextLong(1, 20)),
            () ->
                Optional.ofNullable(processes.get(address))
                    .filter(process -> !process.node().isCrashed())
                    .ifPresent(
                        process ->
                            process.node().spawn("news", () -> news.accept(process.ownership()))));
      }
    }
  }

  /** Shuts a process down; it crashes once it has left. */
  void leave(String name) {
    Running process = process(name);
    process
        .node()
        .spawn(
            "leave",
            () -> {
              process.ownership().close();
              processes.remove(name, process);
              process.node().crash();
            });
  }

  void crash(String name) {
    process(name).node().crash();
    processes.remove(name);
  }

  boolean runs(String name) {
    return processes.containsKey(name);
  }

  List<String> names() {
    return List.copyOf(processes.keySet());
  }

  Running process(String name) {
    return Optional.ofNullable(processes.get(name)).orElseThrow();
  }

  /** Who owns what, if each shard has exactly one owner. */
  Optional<Map<ShardId, String>> owners() {
    Map<ShardId, String> owners = new HashMap<>();
    int count = 0;
    for (Running process : processes.values()) {
      for (OwnedShard shard : process.service().owned()) {
        owners.put(shard.shard(), process.node().name());
        count++;
      }
    }
    return count == shards.size() && owners.size() == count
        ? Optional.of(owners)
        : Optional.empty();
  }

  /** How often each shard has had an owner. */
  Map<ShardId, Long> epochs() {
    return shards.stream()
        .collect(
            Collectors.toMap(
                shard -> shard,
                shard ->
                    stores
                        .direct()
                        .look(ShardTable.partition(shard, 0))
                        .orElseThrow()
                        .fence()
                        .epoch()));
  }

  /** Whether every shard is where it should be. */
  boolean isSettled() {
    return owners().filter(owners -> owners.equals(expected())).isPresent();
  }

  boolean settles(Duration atMost) {
    Duration end = simulation.elapsed().plus(atMost);
    while (simulation.elapsed().compareTo(end) < 0) {
      if (isSettled()) {
        return true;
      }
      simulation.runFor(Duration.ofMillis(100));
    }
    return isSettled();
  }

  private Map<ShardId, String> expected() {
    Assignment assignment =
        new Assignment(
            processes.values().stream()
                .filter(process -> !gateways.contains(process.node().name()))
                .map(
                    process ->
                        new Member(
                            process.ownership().incarnation(),
                            process.node().name(),
                            1,
                            false,
                            true,
                            Set.of(),
                            1))
                .toList());
    Map<ShardId, String> expected = new HashMap<>();
    shards.forEach(shard -> expected.put(shard, assignment.owner(shard).orElseThrow().address()));
    return expected;
  }

  @Override
  public void close() {
    simulation.close();
  }

  /**
   * What owners do: for each shard it writes a plain row again and again, and acknowledges each one
   * where it may.
   */
  final class ToyService implements ShardListener {

    private final SimulatedNode node;
    private final Store store;
    private final String name;
    private final boolean works;
    private final Map<ShardId, OwnedShard> owned = new HashMap<>();
    private final Set<OwnedShard> working = new HashSet<>();
    private final Set<OwnedShard> stopping = new HashSet<>();

    private ToyService(String name, SimulatedNode node, Store store, boolean works) {
      this.name = name;
      this.works = works;
      this.node = node;
      this.store = store;
    }

    /** The shards that it may work on now. */
    List<OwnedShard> owned() {
      return new ArrayList<>(owned.values().stream().filter(OwnedShard::mayShow).toList());
    }

    @Override
    public void taken(OwnedShard shard) {
      if (unserved.contains(name + " " + shard.shard())) {
        throw new IllegalStateException("cannot be served at " + name);
      }
      noteTaken(shard);
      find(shard);
      if (shard.isLost()) {
        return; // another ownership of it may have begun meanwhile
      }
      owned.put(shard.shard(), shard);
      if (!works) {
        return;
      }
      working.add(shard);
      node.spawn("worker", () -> work(shard));
    }

    @Override
    public void release(OwnedShard shard) {
      stopping.add(shard);
      while (working.contains(shard)) {
        node.pause(Duration.ofMillis(5));
      }
      stopping.remove(shard);
      owned.remove(shard.shard(), shard);
      freed.put(shard.shard(), simulation.elapsed());
    }

    @Override
    public void lost(OwnedShard shard) {
      owned.remove(shard.shard(), shard);
    }

    /** What the owners before it have written, as it looks when it begins. */
    private void find(OwnedShard shard) {
      while (!shard.isLost()) {
        try {
          long last = store.get(key(shard)).map(row -> row.get(WRITTEN)).orElse(0L);
          found.computeIfAbsent(shard.shard(), _ -> new TreeMap<>()).put(shard.epoch(), last);
          lastAcknowledged
              .getOrDefault(shard.shard(), new TreeMap<>())
              .headMap(shard.epoch())
              .forEach((epoch, written) -> noteFound(shard, epoch, written, last));
          return;
        } catch (StoreUnavailableException e) {
          node.pause(Duration.ofMillis(50));
        }
      }
    }

    private static RowKey key(OwnedShard shard) {
      return WORK.partition(SHARD.of(shard.shard().toString())).row();
    }

    private void noteFound(OwnedShard shard, int epoch, long written, long last) {
      if (written > last) {
        wrong.add(simulation.elapsed() + ": " + shard + ": acknowledged by " + epoch + " and lost");
      }
    }

    private void work(OwnedShard shard) {
      while (!shard.isLost() && !stopping.contains(shard)) {
        try {
          write(shard);
        } catch (StoreUnavailableException e) {
          // It tries again.
        } catch (RuntimeException e) {
          shard.giveUp();
        }
        node.pause(Duration.ofMillis(node.random().nextLong(20, 400)));
      }
      working.remove(shard);
    }

    private void write(OwnedShard shard) {
      long now = Micros.of(node.clock().instant());
      OptionalLong timestamp = shard.timestamps().next(now);
      if (timestamp.isEmpty()) {
        reserve(shard, now);
        return;
      }
      store.write(
          PlainBatch.in(WORK.partition(SHARD.of(shard.shard().toString())), timestamp.getAsLong())
              .put(
                  Row.of(
                      key(shard),
                      EPOCH.of((long) shard.epoch()),
                      WRITTEN.of(timestamp.getAsLong())))
              .build());
      if (shard.mayAcknowledge()) {
        noteAcknowledged(shard, timestamp.getAsLong());
      }
    }

    private static void reserve(OwnedShard shard, long now) {
      long until = shard.timestamps().reservation(now);
      FencedWrite written =
          shard.writer().write(batch -> batch.set(ShardTable.TIMESTAMPS_UNTIL.of(until)));
      if (written instanceof FencedWrite.Applied) {
        shard.timestamps().reserved(until);
      }
    }

    /** Compares what the owner believes with what stands in the store at that moment. */
    private void noteAcknowledged(OwnedShard shard, long timestampMicros) {
      acknowledged++;
      Incarnation mine = process(name).ownership().incarnation();
      Fence standing =
          stores
              .direct()
              .getStatic(ShardTable.partition(shard.shard(), 0))
              .map(StaticRow::fence)
              .orElseThrow();
      if (!frozen && (standing.epoch() != shard.epoch() || !standing.writer().equals(mine))) {
        wrong.add(simulation.elapsed() + ": " + shard + " by " + mine + ", not " + standing);
      }
      if (!frozen && timestamps.getOrDefault(shard.shard(), -1L) >= timestampMicros) {
        wrong.add(simulation.elapsed() + ": " + shard + " wrote with an older timestamp");
      }
      timestamps.merge(shard.shard(), timestampMicros, Math::max);
      lastAcknowledged
          .computeIfAbsent(shard.shard(), _ -> new TreeMap<>())
          .put(shard.epoch(), timestampMicros);
      found
          .getOrDefault(shard.shard(), new TreeMap<>())
          .tailMap(shard.epoch(), false)
          .values()
          .forEach(last -> noteFound(shard, shard.epoch(), timestampMicros, last));
    }

    private void noteTaken(OwnedShard shard) {
      takeOvers++;
      String before = lastOwners.put(shard.shard(), name);
      Duration since = freed.remove(shard.shard());
      deaths += since == null && before != null && !before.equals(name) ? 1 : 0;
      if (since != null) {
        Duration handOver = simulation.elapsed().minus(since);
        slowestHandOver = handOver.compareTo(slowestHandOver) > 0 ? handOver : slowestHandOver;
      }
    }
  }
}
