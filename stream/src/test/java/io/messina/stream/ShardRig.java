package io.messina.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.api.StreamName;
import io.messina.api.StreamOptions;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Context;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.store.Store;
import io.messina.stream.append.KeyTable;
import io.messina.stream.append.Schedule;
import io.messina.stream.append.ShardAppender;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.catalog.CatalogStream;
import io.messina.stream.follow.JobDeadLetters;
import io.messina.stream.group.DeadLetterTable;
import io.messina.stream.group.ShardGroups;
import io.messina.stream.log.LaneEnds;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.LaneFlusher;
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
import io.messina.stream.testkit.SimulatedTime;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One shard in a simulation, and its successive owners with their lanes, appenders and groups.
 * Where former lanes end is kept here, not in the store.
 */
public class ShardRig implements AutoCloseable {

  public static final ShardId SHARD = new ShardId(new StreamId(new StreamName("edits"), 1), 0);

  private static final long CACHE_BYTES_MAX = 64L << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  public final Simulation simulation;
  public final SimulatedStore stores;
  public final CatalogStream stream;
  public final NavigableMap<Integer, Long> cuts = new TreeMap<>();

  /** Groups of whom the next owners know from the beginning. */
  public final List<CatalogGroup> definitions = new ArrayList<>();

  public LaneLimits limits = LaneLimits.DEFAULT;

  /** Who has the shard. */
  public Optional<Owner> owner = Optional.empty();

  private Optional<SimulatedNode> node = Optional.empty();
  private UnaryOperator<Store> view = UnaryOperator.identity();
  private long floorMicros;

  public ShardRig(long seed, StreamOptions options) {
    simulation = new Simulation(seed);
    stores = new SimulatedStore(simulation);
    stream = new CatalogStream(SHARD.stream(), options);
    LaneTables.ALL.forEach(stores.direct()::create);
    List.of(
            ShardTable.SHARDS,
            Schedule.TABLE,
            KeyTable.TABLE,
            DeadLetterTable.DEAD_LETTERS,
            JobDeadLetters.TABLE)
        .forEach(stores.direct()::create);
  }

  /** One ownership at work. */
  public record Owner(
      SimulatedNode node,
      OwnedShard owned,
      ShardSite site,
      LaneWriter lane,
      ShardLog log,
      ShardAppender appender,
      ShardGroups groups) {

    /** Others grow so much that caches have to give back; returns how much they gave. */
    public long squeeze() {
      CacheBudget caches = site.caches();
      long before = caches.evictedBytes();
      try (CacheBudget.Account others = caches.open(() -> 0)) {
        others.add(CACHE_BYTES_MAX);
      }
      return caches.evictedBytes() - before;
    }
  }

  private final class Listener implements ShardListener {

    private final SimulatedNode node;
    private final Store store;

    private Listener(SimulatedNode node, Store store) {
      this.node = node;
      this.store = store;
    }

    @Override
    public void taken(OwnedShard shard) {
      CacheBudget caches = new CacheBudget(CACHE_BYTES_MAX, new SimulatedTime(node)::nanoTime);
      open(node, ShardSite.of(shard, stream, SimulatedSites.context(store, node, "shard"), caches));
    }

    @Override
    public void release(OwnedShard shard) {
      of(shard)
          .ifPresent(
              each -> {
                var _ = each.groups().finish();
                each.appender().drain();
                each.groups().drain();
              });
    }

    @Override
    public void lost(OwnedShard shard) {
      of(shard)
          .ifPresent(
              each -> {
                each.appender().close();
                each.groups().close();
              });
    }

    private Optional<Owner> of(OwnedShard shard) {
      return owner.filter(each -> each.owned() == shard);
    }
  }

  /** Starts a process that takes the shard. */
  public SimulatedNode start() {
    SimulatedNode started = simulation.node("a");
    node = Optional.of(started);
    Store store = view.apply(stores.at(started));
    SimulatedSites.sole(started, store, SHARD, new Listener(started, store)).start();
    return started;
  }

  /** Starts a process and waits until it has the shard. */
  public Owner own() {
    start();
    assertThat(simulation.runUntil(() -> owner.isPresent(), PATIENCE)).isTrue();
    return owner.orElseThrow();
  }

  /** Who has the shard; somebody takes it if nobody has it. */
  public Owner owner() {
    return owner.orElseGet(this::own);
  }

  public void crash() {
    node.orElseThrow().crash();
    owner = Optional.empty();
  }

  public Owner crashAndOwn() {
    crash();
    return own();
  }

  /** From now on, owners are refused these calls while the result is true. */
  public AtomicBoolean breaking(Predicate<Call> calls) {
    AtomicBoolean broken = new AtomicBoolean();
    watch(store -> store.refuse(call -> broken.get() && calls.test(call)));
    return broken;
  }

  public static boolean readsLog(Call call) {
    return call.isRead() && RetentionClass.logs().contains(call.table());
  }

  public static boolean writesLog(Call call) {
    return call.isWrite() && RetentionClass.logs().contains(call.table());
  }

  /** From now on, processes start on such a store. */
  public void watch(UnaryOperator<FaultyStore> faults) {
    UnaryOperator<Store> before = view;
    view = store -> faults.apply(new FaultyStore(before.apply(store)));
  }

  /** Begins something in the owner's process. */
  public <T> CompletableFuture<T> begin(Supplier<T> call) {
    return owner().node().call(call::get);
  }

  /** Waits in simulated time. */
  public <T> T await(CompletableFuture<T> answer) {
    assertThat(simulation.runUntil(answer::isDone, PATIENCE)).isTrue();
    return Futures.join(answer);
  }

  public <T> T ask(Supplier<T> call) {
    return await(begin(call));
  }

  public void tell(Runnable call) {
    ask(
        () -> {
          call.run();
          return true;
        });
  }

  /** What stands in a part of the shard's fenced state. */
  public NavigableMap<String, Bytes> saved(Section section) {
    return SavedState.read(stores.direct(), ShardTable.partition(SHARD, 0)).section(section);
  }

  /** All that stands in the log, read once nobody writes. */
  public List<StoredBatch> log() {
    NavigableMap<Integer, Long> all = new TreeMap<>(cuts);
    for (int epoch = 1; epoch <= owner.map(each -> each.owned().epoch()).orElse(0); epoch++) {
      all.computeIfAbsent(
          epoch, lane -> new LaneEnds(stores.direct()).find(new LaneId(SHARD, lane)).cut());
    }
    List<StoredBatch> found = new ArrayList<>();
    new ShardLog(
            stores.direct(),
            simulation.clock(),
            SHARD,
            all,
            Set.of(),
            Position.START,
            Optional.empty())
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

  private void open(SimulatedNode process, ShardSite site) {
    for (int epoch = 1; epoch < site.owned().epoch(); epoch++) {
      LaneId former = new LaneId(SHARD, epoch);
      if (!cuts.containsKey(epoch)) {
        site.read(() -> new LaneEnds(site.context().store()).find(former)).ifPresent(this::cut);
      }
    }
    site.read(() -> SavedState.read(site.context().store(), site.owned().state()))
        .ifPresent(saved -> open(process, site, saved));
  }

  private void cut(LaneEnd end) {
    cuts.put(end.lane().epoch(), end.cut());
    floorMicros = Math.max(floorMicros, end.nextAppendMicros());
  }

  private void open(SimulatedNode process, ShardSite site, SavedState saved) {
    TailCache tail = new TailCache(1 << 20, site.caches());
    Context flushing = SimulatedSites.context(site.context().store(), process, "flusher");
    LaneWriter lane =
        new LaneWriter(
            flushing,
            site.timestamps(),
            site.owned()::confirm,
            new LaneId(SHARD, site.owned().epoch()),
            new LaneSettings(
                stream.options().retention(), Salts.NONE, limits, LaneSettings.ATTEMPTS),
            floorMicros,
            tail,
            new LaneFlusher(flushing));
    ShardLog log =
        new ShardLog(
            site.context().store(),
            process.clock(),
            SHARD,
            lanes(),
            Set.of(),
            Position.START,
            Optional.of(
                new OwnLane(lane.lane(), lane::shownTo, tail, stream.options().retention())));
    ShardGroups groups = new ShardGroups(site, saved, log, () -> List.copyOf(definitions));
    lane.onAdvance(groups::advanced);
    ShardAppender appender = new ShardAppender(site, saved, log, lane);
    groups.define(List.copyOf(definitions));
    owner = Optional.of(new Owner(process, site.owned(), site, lane, log, appender, groups));
    appender.start();
  }

  @Override
  public void close() {
    simulation.close();
  }
}
