package io.messina.features.scalar;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.features.EntityId;
import io.messina.features.FeatureOptions;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.FeatureValue;
import io.messina.features.FeatureVersion;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.TestTime;
import io.messina.features.ValueType;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
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
 * Several clients put and delete values of several features and entities with event times in any
 * order, some of it twice, and repeat what they got no answer to: what they read is what a simple
 * model says, of equal event times the same for all.
 */
final class ScalarModelTest {

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

  /** Who does what to which value, how often, and whether the first answer is lost. */
  record Step(int client, int feature, int entity, ScalarAction action, int times, boolean lost) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, World.CLIENTS - 1),
            Arbitraries.integers().between(0, World.FEATURES.size() - 1),
            Arbitraries.integers().between(0, World.ENTITIES - 1),
            actions(),
            Arbitraries.of(1, 1, 1, 2),
            Arbitraries.of(false, false, true))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  /** With event times before and after now, a few of which are equal but for nanoseconds. */
  private static Arbitrary<ScalarAction> actions() {
    Arbitrary<Instant> times =
        Combinators.combine(
                Arbitraries.integers().between(-8, 8),
                Arbitraries.integers().between(0, 2),
                Arbitraries.of(0, 1, 999))
            .as(
                (seconds, micros, nanos) ->
                    TestTime.BEGIN.plusSeconds(seconds * 5L).plusNanos(micros * 1_000L + nanos));
    Arbitrary<FeatureValue> values = Arbitraries.of("a", "b", "").map(FeatureValue::of);
    return Arbitraries.frequencyOf(
        Tuple.of(7, Combinators.combine(values, times).as(ScalarAction.Put::new)),
        Tuple.of(2, times.map(ScalarAction.DeleteAsOf::new)),
        Tuple.of(2, Arbitraries.of(new ScalarAction.Delete())),
        Tuple.of(
            2,
            Arbitraries.integers()
                .between(1, 10)
                .map(seconds -> new ScalarAction.Wait(Duration.ofSeconds(seconds)))));
  }

  /** An engine with three clients; each history has entities of its own. */
  private static final class World {

    private static final int CLIENTS = 3;
    private static final int ENTITIES = 2;
    private static final FeatureVersion V2 = new FeatureVersion("v2");
    private static final FeatureRef KEPT = FeatureRef.of("user", "kept");
    private static final FeatureRef BRIEF = FeatureRef.of("user", "brief");
    private static final List<FeatureRef> FEATURES = List.of(KEPT, KEPT.in(V2), BRIEF);
    private static final Map<TestEngine, World> WORLDS = new ConcurrentHashMap<>();

    private final TestTime time = new TestTime();
    private final TestFolder folder = TestFolder.create();
    private final Store store;
    private List<FeatureRoom> clients = List.of();
    private List<EntityId> entities = List.of();
    private final List<List<ScalarModel>> models = new ArrayList<>();
    private int histories;

    private World(TestEngine engine) {
      store = engine.open(folder.path(), time.wall());
      FeatureOptions texts = FeatureOptions.scalar(ValueType.TEXT);
      FeatureRoom room = new FeatureRoom(store, time);
      var _ = room.catalog.create(KEPT.name(), texts);
      var _ = room.catalog.createVersion(KEPT.name(), V2);
      var _ = room.catalog.create(BRIEF.name(), texts.withTtl(TTL));
    }

    static World of(TestEngine engine) {
      return WORLDS.computeIfAbsent(engine, World::new);
    }

    void close() {
      store.close();
      folder.close();
    }

    void run(List<Step> steps) {
      begin();
      for (Step step : steps) {
        time.pass(Duration.ofMillis(1));
        for (int i = 0; i < step.times(); i++) {
          act(step);
        }
        check(clients.get((step.client() + 1) % CLIENTS));
      }
      clients.forEach(this::check);
    }

    private void begin() {
      time.set(TestTime.BEGIN);
      histories++;
      clients = Stream.generate(() -> new FeatureRoom(store, time)).limit(CLIENTS).toList();
      entities =
          IntStream.range(0, ENTITIES)
              .mapToObj(i -> new EntityId("history " + histories + ", " + i))
              .toList();
      models.clear();
      for (int i = 0; i < ENTITIES; i++) {
        models.add(
            FEATURES.stream()
                .map(it -> it.equals(BRIEF) ? Optional.of(TTL) : Optional.<Duration>empty())
                .map(ScalarModel::new)
                .toList());
      }
    }

    private void act(Step step) {
      FeatureRoom client = clients.get(step.client());
      if (step.lost()) {
        client.store.loseAnswers(_ -> true);
        try {
          actOnce(client, step);
        } catch (StoreUnavailableException _) {
          model(step).apply(step.action(), time.now());
          time.pass(Duration.ofMillis(1));
        }
        client.store.loseAnswers(_ -> false);
      }
      actOnce(client, step);
      model(step).apply(step.action(), time.now());
    }

    private void actOnce(FeatureRoom client, Step step) {
      FeatureRef feature = FEATURES.get(step.feature());
      EntityId entity = entities.get(step.entity());
      switch (step.action()) {
        case ScalarAction.Put put -> client.scalars.put(feature, entity, put.value(), put.time());
        case ScalarAction.Delete _ -> client.scalars.delete(feature, entity);
        case ScalarAction.DeleteAsOf delete ->
            client.scalars.deleteAsOf(feature, entity, delete.time());
        case ScalarAction.Wait wait -> time.pass(wait.duration());
      }
    }

    private ScalarModel model(Step step) {
      return models.get(step.entity()).get(step.feature());
    }

    private void check(FeatureRoom client) {
      List<List<ValueAnswer>> answers = client.scalars.get(FEATURES, entities);
      for (int entity = 0; entity < ENTITIES; entity++) {
        for (int feature = 0; feature < FEATURES.size(); feature++) {
          assertThat(answers.get(entity).get(feature))
              .isIn(models.get(entity).get(feature).seen(time.now()));
        }
      }
      assertThat(clients.getFirst().scalars.get(FEATURES, entities)).isEqualTo(answers);
    }
  }
}
