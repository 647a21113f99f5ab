package io.messina.stream.log;

import io.messina.api.Position;
import io.messina.runtime.CacheBudget;
import io.messina.runtime.Futures;
import io.messina.store.Bytes;
import io.messina.store.HybridClock;
import io.messina.store.Store;
import io.messina.stream.Event;
import io.messina.stream.SimulatedSites;
import io.messina.stream.log.LaneEnds.LaneEnd;
import io.messina.stream.log.ShardLog.OwnLane;
import io.messina.testkit.SimulatedStore;
import io.messina.testkit.StoreOperations;
import io.messina.testkit.simulation.SimulatedNode;
import io.messina.testkit.simulation.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** One owner before a store, with the lane of its first epoch. */
final class LaneRoom implements AutoCloseable {

  static final LaneId LANE = new LaneId(Arbiter.SHARD, 1);
  static final Duration RETENTION = Duration.ofDays(1);

  /** Where each row holds one event. */
  static final LaneLimits TWO_ROWS_A_SEGMENT =
      new LaneLimits(
          Duration.ofHours(1),
          RecordBatchCodec.encode(new RecordBatch(1, events(1))).length()
              + RecordBatch.bytesAtMost(events(1).getFirst()),
          1 << 20);

  final Simulation simulation = new Simulation(7);
  final SimulatedStore stores = new SimulatedStore(simulation);
  final SimulatedNode node = simulation.node("owner");
  final Store store = stores.at(node);
  final AtomicBoolean mayAcknowledge = new AtomicBoolean(true);

  /** Who asked whether rows may be shown and has no answer, where answers come later. */
  final Deque<Consumer<Boolean>> asked = new ArrayDeque<>();

  boolean isLate;
  final TailCache tail = new TailCache(1 << 20, new CacheBudget(Long.MAX_VALUE, () -> 0));
  final LaneWriter writer;

  LaneRoom(LaneLimits limits) {
    LaneTables.ALL.forEach(stores.direct()::create);
    HybridClock clock = new HybridClock(node.clock(), 0);
    writer =
        new LaneWriter(
            SimulatedSites.context(store, node, "flusher"),
            clock::next,
            answer -> {
              if (isLate) {
                asked.add(answer);
              } else {
                answer.accept(mayAcknowledge.get());
              }
            },
            LANE,
            new LaneSettings(Optional.of(RETENTION), Salts.NONE, limits, LaneSettings.ATTEMPTS),
            0,
            tail,
            new LaneFlusher(SimulatedSites.context(store, node, "flusher")));
  }

  LaneRoom() {
    this(LaneLimits.DEFAULT);
  }

  /** Another one; this one is closed. */
  LaneRoom with(LaneLimits limits) {
    close();
    return new LaneRoom(limits);
  }

  static List<Event> events(int count) {
    return IntStream.range(0, count).mapToObj(i -> Event.of(Bytes.utf8("event " + i))).toList();
  }

  static List<Position> positions(List<AppendedRun> appended) {
    return appended.stream()
        .flatMap(
            run ->
                LongStream.range(0, run.count())
                    .mapToObj(i -> new Position(run.first().epoch(), run.first().sequence() + i)))
        .toList();
  }

  /** Runs something as an actor of the owner, and tells what it asked of the store. */
  StoreOperations run(Runnable task) {
    StoreOperations before = stores.operations();
    node.spawn("task", task);
    simulation.run(Duration.ofHours(1));
    return stores.operations().since(before);
  }

  /** Appends one event after the other, each in a flush of its own. */
  StoreOperations appendEach(int count) {
    return run(() -> IntStream.range(0, count).forEach(i -> append(1)));
  }

  List<AppendedRun> append(int count) {
    return Futures.join(writer.appendLater(EventRun.of(events(count))));
  }

  CompletableFuture<List<AppendedRun>> begin() {
    return writer.appendLater(EventRun.of(events(1)));
  }

  LaneEnd end() {
    return new LaneEnds(stores.direct()).find(LANE);
  }

  /** The log of an owner whose lane is this one. */
  ShardLog log(Store from, TailCache tail) {
    OwnLane own = new OwnLane(LANE, writer::shownTo, tail, Optional.of(RETENTION));
    return new ShardLog(
        from,
        node.clock(),
        Arbiter.SHARD,
        new TreeMap<>(),
        Set.of(),
        Position.START,
        Optional.of(own));
  }

  /** The log of lanes that are all cut. */
  ShardLog log(Store from, Map<Integer, Long> cuts, Set<Integer> damaged) {
    return new ShardLog(
        from,
        node.clock(),
        Arbiter.SHARD,
        new TreeMap<>(cuts),
        damaged,
        Position.START,
        Optional.empty());
  }

  List<LogItem> read(long from, long end) {
    List<LogItem> items = new ArrayList<>();
    new LaneSegments(stores.direct(), LANE, false)
        .read(from, end, false, node.clock().instant())
        .forEachRemaining(items::add);
    return items;
  }

  /** Each item as in {@code StoredBatch 0-1}. */
  static List<String> shown(List<LogItem> items) {
    return items.stream()
        .map(
            item ->
                item.getClass().getSimpleName()
                    + " "
                    + item.first().sequence()
                    + "-"
                    + item.end().sequence())
        .toList();
  }

  static Position at(long sequence) {
    return LANE.at(sequence);
  }

  @Override
  public void close() {
    simulation.close();
  }
}
