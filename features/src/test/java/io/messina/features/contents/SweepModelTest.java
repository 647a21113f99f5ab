package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureDefinition;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.SweepPage;
import io.messina.api.feature.SweepQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.TestTime;
import io.messina.runtime.RequestException;
import io.messina.runtime.definition.Precondition;
import io.messina.store.PartitionKey;
import io.messina.store.Scan;
import io.messina.store.Store;
import io.messina.test.rules.FullBuild;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Two nodes create, fill, delete and sweep, also by what they knew a second ago: whatever stands
 * has all that was put into it, and in the end nothing else is there.
 */
final class SweepModelTest {

  @AfterContainer
  static void close() {
    World.WORLDS.values().forEach(World::close);
    World.WORLDS.clear();
  }

  private static final FeatureRef LIST = FeatureRef.of("user", "list");
  private static final FeatureRef SCALAR = FeatureRef.of("user", "scalar");
  private static final FeatureVersion V2 = new FeatureVersion("v2");

  @Property
  void memory_keeps_what_stands(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.MEMORY).run(steps);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 200)
  void rocks_keeps_what_stands(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.ROCKS).run(steps);
  }

  @Property(tries = 20)
  void cassandra_keeps_what_stands(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.CASSANDRA).run(steps);
  }

  /** Which node does what. */
  record Step(int node, SweepAction action) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(Arbitraries.integers().between(0, 1), actions())
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  private static Arbitrary<SweepAction> actions() {
    Arbitrary<FeatureRef> features = Arbitraries.of(LIST, SCALAR);
    Arbitrary<FeatureRef> versions = Arbitraries.of(LIST, LIST.in(V2), SCALAR, SCALAR.in(V2));
    Arbitrary<EntityId> entities = Arbitraries.of("a", "b", "c").map(EntityId::new);
    return Arbitraries.frequencyOf(
        Tuple.of(3, features.map(SweepAction.Create::new)),
        Tuple.of(2, features.map(SweepAction.Delete::new)),
        Tuple.of(3, features.map(SweepAction.CreateVersion::new)),
        Tuple.of(2, features.map(SweepAction.DeleteVersion::new)),
        Tuple.of(8, Combinators.combine(versions, entities).as(SweepAction.Fill::new)),
        Tuple.of(3, Arbitraries.of(1, 2, 5, 100).map(SweepAction.Sweep::new)),
        Tuple.of(
            2,
            Arbitraries.of(1L, 900L, 2_000L).map(Duration::ofMillis).map(SweepAction.Wait::new)));
  }

  /** An engine with two nodes, which go on with the features of the history before. */
  private static final class World {

    private static final Map<TestEngine, World> WORLDS = new ConcurrentHashMap<>();

    private final TestTime time = new TestTime();
    private final TestFolder folder = TestFolder.create();
    private final Store store;
    private final List<FeatureRoom> nodes;

    /** What was ever put. */
    private final Set<PartitionKey> filled = new HashSet<>();

    private World(TestEngine engine) {
      store = engine.open(folder.path(), time.wall());
      nodes = Stream.generate(() -> new FeatureRoom(store, time)).limit(2).toList();
    }

    void close() {
      store.close();
      folder.close();
    }

    static World of(TestEngine engine) {
      return WORLDS.computeIfAbsent(engine, World::new);
    }

    void run(List<Step> steps) {
      for (Step step : steps) {
        time.pass(Duration.ofMillis(1));
        try {
          act(nodes.get(step.node()), step.action());
        } catch (RequestException _) {
          // it is not there, or there already
        }
        assertThat(stored()).containsAll(standing());
      }
      time.pass(Duration.ofSeconds(2));
      sweep(nodes.getFirst(), 100);
      assertThat(stored()).isEqualTo(standing());
      filled.retainAll(standing());
    }

    private void act(FeatureRoom node, SweepAction action) {
      switch (action) {
        case SweepAction.Create create ->
            node.catalog.create(create.feature().name(), options(create.feature()));
        case SweepAction.Delete delete ->
            node.catalog.delete(delete.feature().name(), Precondition.NONE);
        case SweepAction.CreateVersion create ->
            node.catalog.createVersion(create.feature().name(), V2, Precondition.NONE);
        case SweepAction.DeleteVersion delete -> {
          var _ = node.catalog.deleteVersion(delete.feature().name(), V2, Precondition.NONE);
        }
        case SweepAction.Fill fill -> fill(node, fill.feature(), fill.entity());
        case SweepAction.Sweep sweep -> sweep(node, sweep.limit());
        case SweepAction.Wait wait -> time.pass(wait.duration());
      }
    }

    private void fill(FeatureRoom node, FeatureRef feature, EntityId entity) {
      String key = node.catalog.find(feature, kind(feature)).key();
      if (kind(feature) == FeatureKind.LIST) {
        node.lists.add(feature, entity, List.of(FeatureRoom.item("a", 1)));
        filled.add(SweptTable.LISTS.partition(key, entity.text()));
      } else {
        node.scalars.put(feature, entity, FeatureValue.integer(7), time.now());
        filled.add(SweptTable.VALUES.partition(key, entity.text()));
      }
    }

    private static void sweep(FeatureRoom node, int limit) {
      Optional<String> after = Optional.empty();
      do {
        SweepPage page = node.sweep.sweep(new SweepQuery(false, limit, after));
        assertThat(page.unknown()).isZero();
        after = page.next();
      } while (after.isPresent());
    }

    private Set<PartitionKey> standing() {
      FeatureRoom node = nodes.getFirst();
      Set<String> keys = new HashSet<>();
      for (FeatureDefinition feature : node.catalog.refresh().definitions()) {
        feature
            .versions()
            .forEach(
                version ->
                    keys.add(node.catalog.find(FeatureRef.of(feature.name()).in(version)).key()));
      }
      return filled.stream()
          .filter(partition -> keys.contains(SweptTable.featureKey(partition)))
          .collect(Collectors.toSet());
    }

    private Set<PartitionKey> stored() {
      Store store = nodes.getFirst().store;
      Set<PartitionKey> stored = new HashSet<>();
      SweptTable.walks(Optional.empty())
          .forEach(walk -> store.partitions(walk).forEachRemaining(stored::add));
      stored.removeIf(partition -> !store.scan(Scan.of(partition)).hasNext());
      return stored;
    }

    private static FeatureKind kind(FeatureRef feature) {
      return feature.name().equals(LIST.name()) ? FeatureKind.LIST : FeatureKind.SCALAR;
    }

    private static FeatureOptions options(FeatureRef feature) {
      return kind(feature) == FeatureKind.LIST
          ? FeatureOptions.list(ValueType.TEXT)
          : FeatureOptions.scalar(ValueType.INTEGER);
    }
  }
}
