package io.messina.stream.append;

import io.messina.api.Placement;
import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.SimulatedSites;
import io.messina.stream.SimulatedTime;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.log.CacheBudget;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.LaneId;
import io.messina.stream.log.LaneLimits;
import io.messina.stream.log.LaneSettings;
import io.messina.stream.log.LaneTables;
import io.messina.stream.log.LaneWriter;
import io.messina.stream.log.LogItem.StoredBatch;
import io.messina.stream.log.RetentionClass;
import io.messina.stream.log.Salts;
import io.messina.stream.log.ShardLog;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.stream.log.TailCache;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import io.messina.stream.owner.ShardSite;
import io.messina.stream.ownership.OwnedShard;
import io.messina.stream.ownership.ShardListener;
import io.messina.stream.ownership.ShardTable;
import io.messina.testkit.FaultyStore;
import io.messina.testkit.FaultyStore.Call;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One shard in a simulation, its successive owners, and where their lanes end. */
final class AppendRig implements AutoCloseable {

  static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 0);

  private static final long CACHE_BYTES_MAX = 64L << 20;

  final Simulation simulation;
  final SimulatedStore stores;
  final CatalogStream stream;
  final NavigableMap<Integer, Long> cuts = new TreeMap<>();

  /** What owners see of the store. */
  UnaryOperator<Store> view = UnaryOperator.identity();

  LaneLimits limits = LaneLimits.DEFAULT;
  Optional<Owner> owner = Optional.empty();
  private long floorMicros;

  AppendRig(long seed, Duration deduplicate) {
    simulation = new Simulation(seed);
    stores = new SimulatedStore(simulation);
    stream =
        new CatalogStream(
            SHARD.stream(),
            new StreamOptions(
                1,
                Optional.of(Duration.ofDays(7)),
                deduplicate,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Placement.ANY));
    LaneTables.ALL.forEach(stores.direct()::create);
    stores.direct().create(ShardTable.SHARDS);
    stores.direct().create(Schedule.TABLE);
    stores.direct().create(KeyTable.TABLE);
  }

  /** One ownership at work. */
  record Owner(
      SimulatedNode node,
      OwnedShard owned,
      ShardSite site,
      LaneWriter lane,
      ShardLog log,
      ShardAppender appender) {

    /** Others grow so much that caches have to give back; returns how much they gave. */
    long squeeze() {
      CacheBudget caches = site.caches();
      long before = caches.evictedBytes();
      try (CacheBudget.Account others = caches.open(() -> 0)) {
        others.add(CACHE_BYTES_MAX);
      }
      return caches.evictedBytes() - before;
    }
  }

  /** Starts a process that takes the shard. */
  SimulatedNode start() {
    SimulatedNode node = simulation.node("a");
    Store store = view.apply(stores.at(node));
    SimulatedTime time = new SimulatedTime(node);
    ShardListener listener =
        new ShardListener() {
          @Override
          public void taken(OwnedShard shard) {
            open(node, store, time, shard);
          }

          @Override
          public void release(OwnedShard shard) {
            of(shard)
                .ifPresent(
                    each -> {
                      each.appender().drain();
                      each.site().state().flush();
                    });
          }

          @Override
          public void lost(OwnedShard shard) {
            of(shard).ifPresent(each -> each.appender().close());
          }
        };
    SimulatedSites.sole(node, store, SHARD, listener).start();
    return node;
  }

  /** Starts a process and waits until it has the shard. */
  Owner own() {
    start();
    if (!simulation.runUntil(() -> owner.isPresent(), Duration.ofMinutes(1))) {
      throw new AssertionError("nobody took the shard");
    }
    return owner.orElseThrow();
  }

  Owner crashAndOwn() {
    owner.orElseThrow().node().crash();
    owner = Optional.empty();
    return own();
  }

  /** From now on, owners are refused these calls while the result is true. */
  AtomicBoolean breaking(Predicate<Call> calls) {
    AtomicBoolean broken = new AtomicBoolean();
    watch(store -> store.refuse(call -> broken.get() && calls.test(call)));
    return broken;
  }

  static boolean readsLog(Call call) {
    return call.isRead() && RetentionClass.logs().contains(call.table());
  }

  static boolean writesLog(Call call) {
    return call.isWrite() && RetentionClass.logs().contains(call.table());
  }

  /** From now on, owners work on such a store. */
  void watch(UnaryOperator<FaultyStore> faults) {
    UnaryOperator<Store> before = view;
    view = store -> faults.apply(new FaultyStore(before.apply(store)));
  }

  /** What stands in a part of the shard's fenced state. */
  NavigableMap<String, Bytes> saved(Section section) {
    return SavedState.read(stores.direct(), ShardTable.partition(SHARD, 0)).section(section);
  }

  /** All that stands in the log, read once nobody writes. */
  List<StoredBatch> log() {
    NavigableMap<Integer, Long> all = new TreeMap<>(cuts);
    int last = owner.map(each -> each.owned().epoch()).orElse(0);
    for (int epoch = 1; epoch <= last; epoch++) {
      int lane = epoch;
      all.computeIfAbsent(
          lane, any -> new LaneEnds(stores.direct()).find(new LaneId(SHARD, lane)).cut());
    }
    List<StoredBatch> found = new ArrayList<>();
    new ShardLog(stores.direct(), simulation.clock(), SHARD, all, Set.of(), Optional.empty())
        .read(Position.START)
        .forEachRemaining(
            item -> {
              if (item instanceof StoredBatch batch) {
                found.add(batch);
              }
            });
    return found;
  }

  /** Lanes without anything are not among those that an owner has cut. */
  private NavigableMap<Integer, Long> lanes() {
    NavigableMap<Integer, Long> lanes = new TreeMap<>(cuts);
    lanes.values().removeIf(cut -> cut == 0);
    return lanes;
  }

  private Optional<Owner> of(OwnedShard shard) {
    return owner.filter(each -> each.owned() == shard);
  }

  private void open(SimulatedNode node, Store store, SimulatedTime time, OwnedShard shard) {
    for (int epoch = 1; epoch < shard.epoch(); epoch++) {
      if (!cuts.containsKey(epoch)) {
        LaneEnd end = patiently(node, store, new LaneId(SHARD, epoch));
        cuts.put(epoch, end.cut());
        floorMicros = Math.max(floorMicros, end.nextAppendMicros());
      }
    }
    Optional<SavedState> saved = Optional.empty();
    while (saved.isEmpty()) {
      try {
        saved = Optional.of(SavedState.read(store, ShardTable.partition(SHARD, 0)));
      } catch (StoreException e) {
        pause(node);
      }
    }
    ShardSite site =
        ShardSite.of(
            shard,
            stream,
            SimulatedSites.context(store, node, "shard"),
            new CacheBudget(CACHE_BYTES_MAX, time::nanoTime));
    TailCache tail = new TailCache(1 << 20, site.caches());
    LaneWriter lane =
        new LaneWriter(
            SimulatedSites.context(store, node, "flusher"),
            site.timestamps(),
            shard::mayAcknowledge,
            new LaneId(SHARD, shard.epoch()),
            new LaneSettings(
                stream.options().retention(), Salts.NONE, limits, LaneSettings.ATTEMPTS),
            floorMicros,
            tail);
    ShardLog log =
        new ShardLog(
            store,
            node.clock(),
            SHARD,
            lanes(),
            Set.of(),
            Optional.of(new OwnLane(lane.lane(), lane::shownTo, tail)));
    ShardAppender appender = new ShardAppender(site, saved.get(), log, lane);
    owner = Optional.of(new Owner(node, shard, site, lane, log, appender));
    appender.start();
  }

  private static LaneEnd patiently(SimulatedNode node, Store store, LaneId lane) {
    while (true) {
      try {
        return new LaneEnds(store).find(lane);
      } catch (StoreException e) {
        pause(node);
      }
    }
  }

  static void pause(SimulatedNode node) {
    try {
      node.sleep(Duration.ofMillis(30));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    simulation.close();
  }
}
