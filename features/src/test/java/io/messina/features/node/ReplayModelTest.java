package io.messina.features.node;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.contents.ListAction;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import io.messina.test.rules.FullBuild;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Feeds of one stream into a list and a scalar, beside clients, on two nodes that know different
 * things: however events are sought, marks lost, feeds created again and removals forgotten, each
 * event counts once, and lives as long as it was to live then.
 */
final class ReplayModelTest {

  /** Stores hold times up to some century only. */
  private static final Instant END = Instant.parse("2036-01-01T00:00:00Z");

  private static final Arbitrary<Integer> ENTITIES = below(ReplayWorld.ENTITIES);
  private static final Arbitrary<Integer> SHARDS = below(ReplayedStream.SHARDS);
  private static final Arbitrary<Integer> NODES = below(ReplayWorld.NODES);
  private static final Arbitrary<Integer> FEEDS = below(ReplayWorld.FEEDS);
  private static final Arbitrary<Integer> CLIENTS = below(ReplayWorld.CLIENTS);
  private static final Arbitrary<Integer> SECONDS = below(10);
  private static final Arbitrary<String> PAGES = Arbitraries.of("a", "b", "c");

  private static final Map<TestEngine, ReplayWorld> WORLDS = new ConcurrentHashMap<>();
  private static final Queue<TestFolder> FOLDERS = new ConcurrentLinkedQueue<>();

  @AfterContainer
  static void close() {
    WORLDS.values().forEach(ReplayWorld::close);
    FOLDERS.forEach(TestFolder::close);
  }

  @Property
  void memory_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.MEMORY).run(steps);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 150)
  void rocks_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.ROCKS).run(steps);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 4)
  void cassandra_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.CASSANDRA).run(steps);
  }

  private static ReplayWorld world(TestEngine engine) {
    ReplayWorld world = WORLDS.computeIfAbsent(engine, ReplayModelTest::begun);
    if (world.time().now().isBefore(END)) {
      return world;
    }
    WORLDS.remove(engine);
    world.close();
    return WORLDS.computeIfAbsent(engine, ReplayModelTest::begun);
  }

  private static ReplayWorld begun(TestEngine engine) {
    return new ReplayWorld(clock -> open(engine, clock));
  }

  /** The embedded store sweeps so often that it forgets what it may. */
  private static Store open(TestEngine engine, InstantSource clock) {
    if (engine != TestEngine.ROCKS) {
      return engine.open(Path.of("unused"), clock);
    }
    RocksStoreOptions usual = RocksStoreOptions.DEFAULT;
    return RocksStore.open(
        folder(),
        new RocksStoreOptions(
            usual.durability(),
            usual.blockCacheBytes(),
            usual.writeBufferBytes(),
            usual.backgroundJobs(),
            usual.queuedBytesMax(),
            usual.freeBytesMin(),
            usual.deleteMemory(),
            Duration.ofMillis(50)),
        clock);
  }

  private static Path folder() {
    TestFolder folder = TestFolder.create();
    FOLDERS.add(folder);
    return folder.path();
  }

  @Provide
  Arbitrary<List<ReplayStep>> histories() {
    return Arbitraries.<ReplayStep>frequencyOf(
            Tuple.of(10, appends()),
            Tuple.of(24, feeding()),
            Tuple.of(11, turns()),
            Tuple.of(2, SHARDS.map(ReplayStep.Lane::new)),
            Tuple.of(
                10, Combinators.combine(CLIENTS, ENTITIES, actions()).as(ReplayStep.Beside::new)),
            Tuple.of(4, puts()),
            Tuple.of(2, Combinators.combine(CLIENTS, ENTITIES).as(ReplayStep.Delete::new)),
            Tuple.of(4, times().optional(0.7).map(ReplayStep.Live::new)),
            Tuple.of(4, times().map(ReplayStep.Pass::new)))
        .list()
        .ofMinSize(10)
        .ofMaxSize(60);
  }

  private static Arbitrary<ReplayStep> appends() {
    Arbitrary<String> links = Arbitraries.of("x", "y");
    Arbitrary<ReplayStep.Said> said =
        Combinators.combine(ENTITIES, PAGES, links.optional(), SECONDS).as(ReplayStep.Said::new);
    return Combinators.combine(SHARDS, said.list().ofMinSize(1).ofMaxSize(6))
        .as(ReplayStep.Append::new);
  }

  private static Arbitrary<ReplayStep> feeding() {
    Arbitrary<Integer> events = Arbitraries.integers().between(1, 8);
    Arbitrary<Boolean> markLost = Arbitraries.of(false, false, false, true);
    return Combinators.combine(FEEDS, NODES, SHARDS, events, markLost).as(ReplayStep.Feed::new);
  }

  /** What makes feeds read again. */
  private static Arbitrary<ReplayStep> turns() {
    Arbitrary<Integer> thousandths = Arbitraries.integers().between(0, 1_000);
    return Arbitraries.frequencyOf(
        Tuple.of(6, Combinators.combine(FEEDS, SHARDS, thousandths).as(ReplayStep.Seek::new)),
        Tuple.of(3, FEEDS.map(ReplayStep.Anew::new)),
        Tuple.of(2, NODES.map(ReplayStep.Restart::new)));
  }

  private static Arbitrary<ReplayStep> puts() {
    Arbitrary<Integer> seconds = Arbitraries.integers().between(-20, 20);
    return Combinators.combine(CLIENTS, ENTITIES, PAGES.map(FeatureValue::text), seconds)
        .as(ReplayStep.Put::new);
  }

  private static Arbitrary<Integer> below(int bound) {
    return Arbitraries.integers().between(0, bound - 1);
  }

  private static Arbitrary<Duration> times() {
    return Arbitraries.of(Duration.ofSeconds(4), Duration.ofHours(2), Duration.ofDays(11));
  }

  private static Arbitrary<ListAction> actions() {
    Arbitrary<FeatureValue> values =
        Arbitraries.of("a", "b", "c", "x", "y").map(FeatureValue::text);
    Arbitrary<ListItem> items =
        Combinators.combine(values, SECONDS)
            .as((value, second) -> new ListItem(value, Instant.ofEpochSecond(second)));
    return Arbitraries.frequencyOf(
        Tuple.of(3, items.list().ofMinSize(1).ofMaxSize(4).map(ListAction.Add::new)),
        Tuple.of(3, values.map(ListAction.Remove::new)),
        Tuple.of(2, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(1, Arbitraries.integers().between(1, 6).map(ListAction.Trim::new)));
  }
}
