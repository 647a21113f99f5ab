package io.messina.features.feed;

import io.messina.features.FeatureValue;
import io.messina.features.TestEngine;
import io.messina.features.list.ListAction;
import io.messina.features.list.ListItem;
import io.messina.store.Store;
import io.messina.store.rocksdb.RocksStore;
import io.messina.store.rocksdb.RocksStoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  private static final Map<TestEngine, ReplayWorld> WORLDS = new ConcurrentHashMap<>();

  @AfterContainer
  static void close() {
    WORLDS.values().forEach(ReplayWorld::close);
  }

  @Property(tries = 400)
  void memory_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.MEMORY).run(steps);
  }

  @Property(tries = 150)
  void rocks_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.ROCKS).run(steps);
  }

  @Property(tries = 4)
  void cassandra_equals_the_model(@ForAll("histories") List<ReplayStep> steps) {
    world(TestEngine.CASSANDRA).run(steps);
  }

  private static ReplayWorld world(TestEngine engine) {
    return WORLDS.compute(
        engine,
        (_, world) -> {
          if (world != null && world.time().now().isBefore(END)) {
            return world;
          }
          if (world != null) {
            world.close();
          }
          return new ReplayWorld(clock -> open(engine, clock));
        });
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
    try {
      return Files.createTempDirectory("replay");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Provide
  Arbitrary<List<ReplayStep>> histories() {
    Arbitrary<Integer> entities = Arbitraries.integers().between(0, ReplayWorld.ENTITIES - 1);
    Arbitrary<Integer> shards = Arbitraries.integers().between(0, ReplayedStream.SHARDS - 1);
    Arbitrary<Integer> nodes = Arbitraries.integers().between(0, ReplayWorld.NODES - 1);
    Arbitrary<Integer> feeds = Arbitraries.integers().between(0, 2);
    Arbitrary<Integer> clients = Arbitraries.integers().between(0, 2);
    Arbitrary<Integer> seconds = Arbitraries.integers().between(0, 9);
    Arbitrary<String> pages = Arbitraries.of("a", "b", "c");
    Arbitrary<String> links = Arbitraries.of("x", "y");
    Arbitrary<ReplayStep.Said> said =
        Combinators.combine(entities, pages, links.optional(), seconds).as(ReplayStep.Said::new);
    return Arbitraries.<ReplayStep>frequencyOf(
            Tuple.of(
                10,
                Combinators.combine(shards, said.list().ofMinSize(1).ofMaxSize(6))
                    .as(ReplayStep.Append::new)),
            Tuple.of(
                24,
                Combinators.combine(
                        feeds,
                        nodes,
                        shards,
                        Arbitraries.integers().between(1, 8),
                        Arbitraries.of(false, false, false, true))
                    .as(ReplayStep.Feed::new)),
            Tuple.of(
                6,
                Combinators.combine(feeds, shards, Arbitraries.integers().between(0, 1_000))
                    .as(ReplayStep.Seek::new)),
            Tuple.of(3, feeds.map(ReplayStep.Anew::new)),
            Tuple.of(2, shards.map(ReplayStep.Lane::new)),
            Tuple.of(2, nodes.map(ReplayStep.Restart::new)),
            Tuple.of(
                10, Combinators.combine(clients, entities, actions()).as(ReplayStep.Beside::new)),
            Tuple.of(
                4,
                Combinators.combine(
                        clients,
                        entities,
                        pages.map(FeatureValue::of),
                        Arbitraries.integers().between(-20, 20))
                    .as(ReplayStep.Put::new)),
            Tuple.of(2, Combinators.combine(clients, entities).as(ReplayStep.Delete::new)),
            Tuple.of(4, times().optional(0.7).map(ReplayStep.Live::new)),
            Tuple.of(4, times().map(ReplayStep.Pass::new)))
        .list()
        .ofMinSize(10)
        .ofMaxSize(60);
  }

  private static Arbitrary<Duration> times() {
    return Arbitraries.of(Duration.ofSeconds(4), Duration.ofHours(2), Duration.ofDays(11));
  }

  private static Arbitrary<ListAction> actions() {
    Arbitrary<FeatureValue> values = Arbitraries.of("a", "b", "c", "x", "y").map(FeatureValue::of);
    Arbitrary<ListItem> items =
        Combinators.combine(values, Arbitraries.integers().between(0, 9))
            .as((value, second) -> new ListItem(value, Instant.ofEpochSecond(second)));
    return Arbitraries.frequencyOf(
        Tuple.of(3, items.list().ofMinSize(1).ofMaxSize(4).map(ListAction.Add::new)),
        Tuple.of(3, values.map(ListAction.Remove::new)),
        Tuple.of(2, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(1, Arbitraries.integers().between(1, 6).map(ListAction.Trim::new)));
  }
}
