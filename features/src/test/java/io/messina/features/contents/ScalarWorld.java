package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureVersion;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.TestTime;
import io.messina.features.contents.ScalarClient.Fate;
import io.messina.features.contents.ScalarClient.Place;
import io.messina.runtime.definition.Precondition;
import io.messina.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An engine with three clients; each history has entities of its own. */
final class ScalarWorld {

  static final int CLIENTS = 3;

  /** How far clocks are ahead or behind. */
  static final Duration SKEW_MAX = Duration.ofMillis(500);

  private static final int ENTITIES = 2;
  private static final Duration TTL = Duration.ofSeconds(30);
  private static final FeatureVersion V2 = new FeatureVersion("v2");
  private static final FeatureRef KEPT = FeatureRef.of("user", "kept");
  private static final FeatureRef BRIEF = FeatureRef.of("user", "brief");
  private static final List<FeatureRef> FEATURES = List.of(KEPT, KEPT.in(V2), BRIEF);

  /** How many values there are. */
  static final int PLACES = ENTITIES * FEATURES.size();

  private static final Map<TestEngine, ScalarWorld> WORLDS = new ConcurrentHashMap<>();

  /** Who does what to which value, and what becomes of it. */
  record Step(int client, int place, ScalarAction action, Fate fate) {}

  private final TestTime time = new TestTime();
  private final TestFolder folder = TestFolder.create();
  private final Store store;
  private List<ScalarClient> clients = List.of();
  private List<EntityId> entities = List.of();
  private final List<Place> places = new ArrayList<>();
  private int histories;

  private ScalarWorld(TestEngine engine) {
    store = engine.open(folder.path(), time.wall());
    FeatureOptions texts = FeatureOptions.scalar(ValueType.TEXT);
    FeatureRoom room = new FeatureRoom(store, time);
    var _ = room.catalog.create(KEPT.name(), texts);
    var _ = room.catalog.createVersion(KEPT.name(), V2, Precondition.NONE);
    var _ = room.catalog.create(BRIEF.name(), texts.ttl(TTL));
  }

  static ScalarWorld of(TestEngine engine) {
    return WORLDS.computeIfAbsent(engine, ScalarWorld::new);
  }

  static void closeAll() {
    WORLDS.values().forEach(ScalarWorld::close);
    WORLDS.clear();
  }

  private void close() {
    store.close();
    folder.close();
  }

  void run(List<Step> steps) {
    begin();
    for (Step step : steps) {
      pass(Duration.ofMillis(1));
      act(step);
      check(clients.get((step.client() + 1) % CLIENTS));
    }
    for (ScalarClient client : clients) {
      while (client.arrive() || client.resend()) {
        check(client);
      }
    }
    clients.forEach(this::check);
  }

  private void begin() {
    time.set(TestTime.BEGIN);
    histories++;
    clients = Stream.generate(() -> new ScalarClient(store)).limit(CLIENTS).toList();
    clients.getFirst().time.pass(SKEW_MAX.negated());
    clients.getLast().time.pass(SKEW_MAX);
    entities =
        IntStream.range(0, ENTITIES)
            .mapToObj(i -> new EntityId("history " + histories + ", " + i))
            .toList();
    places.clear();
    for (EntityId entity : entities) {
      for (FeatureRef feature : FEATURES) {
        Optional<Duration> ttl = Optional.of(TTL).filter(_ -> feature.equals(BRIEF));
        places.add(new Place(feature, entity, new ScalarModel(ttl)));
      }
    }
  }

  private void act(Step step) {
    ScalarClient client = clients.get(step.client());
    switch (step.action()) {
      case ScalarAction.Request request ->
          client.send(places.get(step.place()), request, step.fate());
      case ScalarAction.Resend _ -> {
        boolean _ = client.resend();
      }
      case ScalarAction.Arrive _ -> {
        boolean _ = client.arrive();
      }
      case ScalarAction.Wait wait -> pass(wait.duration());
      case ScalarAction.SetClock clock -> client.time.set(time.now().plus(clock.ahead()));
    }
  }

  private void pass(Duration duration) {
    time.pass(duration);
    clients.forEach(client -> client.time.pass(duration));
  }

  private void check(ScalarClient client) {
    List<ValueAnswer> answers =
        client.scalars().get(FEATURES, entities).stream().flatMap(List::stream).toList();
    assertThat(answers)
        .isEqualTo(places.stream().map(place -> place.model().seen(client.time.now())).toList());
  }
}
