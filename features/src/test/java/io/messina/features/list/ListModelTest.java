package io.messina.features.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.features.EntityId;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.FeatureValue;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.TestTime;
import io.messina.features.ValueType;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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
 * Several clients do anything to a list, some of it twice, and repeat what they got no answer to:
 * what they read is what a simple model says.
 */
final class ListModelTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  @AfterContainer
  static void close() {
    World.WORLDS.values().forEach(World::close);
    World.WORLDS.clear();
  }

  @Property(tries = 200)
  void memory_equals_the_model(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.MEMORY).run(steps);
  }

  @Property(tries = 200)
  void rocks_equals_the_model(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.ROCKS).run(steps);
  }

  @Property(tries = 25)
  void cassandra_equals_the_model(@ForAll("histories") List<Step> steps) {
    World.of(TestEngine.CASSANDRA).run(steps);
  }

  /** Who does what, how often, and whether the first answer is lost. */
  record Step(int client, ListAction action, int times, boolean lost) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            actions(),
            Arbitraries.of(1, 1, 1, 2),
            Arbitraries.of(false, false, true))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  private static Arbitrary<ListAction> actions() {
    Arbitrary<FeatureValue> values = Arbitraries.of("a", "b", "c", "d", "").map(FeatureValue::of);
    Arbitrary<ListItem> items =
        Combinators.combine(values, Arbitraries.longs().between(0, 9))
            .as((value, at) -> new ListItem(value, World.at(at)));
    return Arbitraries.frequencyOf(
        Tuple.of(6, items.list().ofMinSize(1).ofMaxSize(6).map(ListAction.Add::new)),
        Tuple.of(3, values.map(ListAction.Remove::new)),
        Tuple.of(1, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(2, Arbitraries.integers().between(1, 8).map(ListAction.Trim::new)),
        Tuple.of(
            2,
            Arbitraries.integers()
                .between(1, 5)
                .map(seconds -> new ListAction.Wait(Duration.ofSeconds(seconds)))));
  }

  /** An engine with three clients; each history has entities of its own. */
  private static final class World {

    private static final FeatureRef PLAIN = FeatureRef.of("user", "plain");
    private static final FeatureRef UNIQUE = FeatureRef.of("user", "unique");
    private static final Map<TestEngine, World> WORLDS = new ConcurrentHashMap<>();

    private final TestTime time = new TestTime();
    private final TestFolder folder = TestFolder.create();
    private final Store store;
    private List<FeatureRoom> clients = List.of();
    private int histories;

    private World(TestEngine engine) {
      store = engine.open(folder.path(), time.wall());
      FeatureOptions options = FeatureOptions.list(ValueType.TEXT).withTtl(TTL);
      FeatureRoom room = new FeatureRoom(store, time);
      var _ = room.catalog.create(PLAIN.name(), options);
      var _ = room.catalog.create(UNIQUE.name(), options.withUniqueValues());
    }

    static World of(TestEngine engine) {
      return WORLDS.computeIfAbsent(engine, World::new);
    }

    void close() {
      store.close();
      folder.close();
    }

    /** The times of items lie where some are over before long. */
    static Instant at(long number) {
      return TestTime.BEGIN.plusSeconds(number * 4).plusNanos(number);
    }

    void run(List<Step> steps) {
      EntityId entity = new EntityId("history " + histories++);
      for (FeatureRef ref : List.of(PLAIN, UNIQUE)) {
        begin();
        ListModel model = new ListModel(ref.equals(UNIQUE), TTL);
        for (Step step : steps) {
          time.pass(Duration.ofMillis(1));
          for (int i = 0; i < step.times(); i++) {
            act(step, ref, entity, model);
          }
          check(step, ref, entity, model);
        }
      }
    }

    /** With clients whose clocks know of no later time. */
    private void begin() {
      time.set(TestTime.BEGIN);
      clients = Stream.generate(() -> new FeatureRoom(store, time)).limit(3).toList();
    }

    private void act(Step step, FeatureRef ref, EntityId entity, ListModel model) {
      FeatureRoom client = clients.get(step.client());
      if (step.lost()) {
        client.store.loseAnswers(_ -> true);
        try {
          act(client, step.action(), ref, entity);
        } catch (StoreUnavailableException _) {
          time.pass(Duration.ofMillis(1));
        }
        client.store.loseAnswers(_ -> false);
      }
      act(client, step.action(), ref, entity);
      model.apply(step.action(), time.now());
      time.pass(Duration.ofMillis(1));
    }

    private void act(FeatureRoom client, ListAction action, FeatureRef ref, EntityId entity) {
      switch (action) {
        case ListAction.Add add -> client.lists.add(ref, entity, add.items());
        case ListAction.Remove remove -> client.lists.remove(ref, entity, remove.value());
        case ListAction.RemoveAll _ -> client.lists.removeAll(ref, entity);
        case ListAction.Trim trim -> client.lists.trim(ref, entity, trim.newest());
        case ListAction.Wait wait -> time.pass(wait.duration());
      }
    }

    private void check(Step step, FeatureRef ref, EntityId entity, ListModel model) {
      Lists lists = clients.get((step.client() + 1) % clients.size()).lists;
      List<ListItem> expected = model.seen(time.now());
      assertThat(lists.get(ref, entity, ListQuery.newest(100)).items()).isEqualTo(expected);
      assertThat(lists.count(ref, entity, Optional.empty(), Optional.empty()))
          .isEqualTo(expected.size());
      Stream.of("a", "d")
          .map(FeatureValue::of)
          .forEach(
              value ->
                  assertThat(lists.contains(ref, entity, value))
                      .isEqualTo(expected.stream().anyMatch(it -> it.value().equals(value))));
    }
  }
}
