package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestEngine;
import io.messina.features.TestFolder;
import io.messina.features.TestTime;
import io.messina.store.Store;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An engine with a few clients; each history has entities of its own. */
final class ListWorld {

  static final int CLIENTS = 3;

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final FeatureRef PLAIN = FeatureRef.of("user", "plain");
  private static final FeatureRef UNIQUE = FeatureRef.of("user", "unique");
  private static final Map<TestEngine, ListWorld> WORLDS = new ConcurrentHashMap<>();

  private final TestTime time = new TestTime();
  private final TestFolder folder = TestFolder.create();
  private final Store store;
  private List<FeatureRoom> clients = List.of();
  private int histories;

  /** What becomes of a request. */
  enum Fate {
    /** It is done. */
    ANSWERED,
    /** It is done twice. */
    TWICE,
    /** It is done, and the client does not know. */
    ANSWER_LOST,
    /** The store does it later, after what others have done meanwhile. */
    LATE
  }

  /**
   * Who does what.
   *
   * @param later after how many steps of others a client sends an add again that was not answered,
   *     and how many later the store does what is late
   */
  record Step(int client, ListAction action, Fate fate, int later) {}

  /**
   * What happens.
   *
   * @param aheadMillis how far the clocks of the clients are ahead
   */
  record History(List<Integer> aheadMillis, List<Step> steps) {}

  private ListWorld(TestEngine engine) {
    store = engine.open(folder.path(), time.wall());
    FeatureOptions options = FeatureOptions.list(ValueType.TEXT).ttl(TTL);
    FeatureRoom room = new FeatureRoom(store, time);
    var _ = room.catalog.create(PLAIN.name(), options);
    var _ = room.catalog.create(UNIQUE.name(), options.unique(true));
  }

  static ListWorld of(TestEngine engine) {
    return WORLDS.computeIfAbsent(engine, ListWorld::new);
  }

  static void closeAll() {
    WORLDS.values().forEach(ListWorld::close);
    WORLDS.clear();
  }

  private void close() {
    store.close();
    folder.close();
  }

  /** The times of items lie where the first are over after two seconds, and others before long. */
  static Instant at(long number) {
    return TestTime.BEGIN.minus(TTL).plusSeconds(2 + number * 4).plusNanos(number);
  }

  void run(History history) {
    EntityId entity = new EntityId("history " + histories++);
    for (FeatureRef ref : List.of(PLAIN, UNIQUE)) {
      begin(history);
      new Run(ref, entity, new ListModel(ref.equals(UNIQUE), TTL)).run(history.steps());
    }
  }

  /** With clients whose clocks know of no later time, and never show the same microsecond. */
  private void begin(History history) {
    time.set(TestTime.BEGIN);
    clients =
        IntStream.range(0, CLIENTS)
            .mapToObj(
                i -> Duration.ofMillis(history.aheadMillis().get(i)).plus(i, ChronoUnit.MICROS))
            .map(ahead -> new FeatureRoom(store, time.ahead(ahead)))
            .toList();
  }

  /** A history of one list. */
  private final class Run {

    private final FeatureRef ref;
    private final EntityId entity;
    private final ListModel model;
    private final TreeMap<Integer, List<Runnable>> coming = new TreeMap<>();
    private int number;

    Run(FeatureRef ref, EntityId entity, ListModel model) {
      this.ref = ref;
      this.entity = entity;
      this.model = model;
    }

    void run(List<Step> steps) {
      for (Step step : steps) {
        number++;
        act(step);
        runComing(number);
        check(clients.get((step.client() + 1) % CLIENTS));
      }
      while (!coming.isEmpty()) {
        runComing(coming.firstKey());
        check(clients.getFirst());
      }
    }

    private void act(Step step) {
      FeatureRoom client = clients.get(step.client());
      ListAction action = step.action();
      switch (step.fate()) {
        case ANSWERED -> write(client, action).run();
        case TWICE -> {
          write(client, action).run();
          write(client, action).run();
        }
        case ANSWER_LOST -> {
          client.store.loseAnswersTo(_ -> true);
          write(client, action).run();
          sendAgain(client, step);
        }
        case LATE -> {
          client.store.delay(write -> come(2 * step.later(), write));
          come(2 * step.later(), write(client, action));
          sendAgain(client, step);
        }
      }
    }

    /** Returns what changes in the model once the write has come. */
    private Runnable write(FeatureRoom client, ListAction action) {
      time.pass(Duration.ofMillis(1));
      Instant now = client.time.now();
      long timestamp = ChronoUnit.MICROS.between(Instant.EPOCH, now);
      Runnable change = model.decide(action, later(now, time.now()), timestamp);
      try {
        switch (action) {
          case ListAction.Add add -> client.lists.add(ref, entity, add.items());
          case ListAction.Remove remove -> client.lists.remove(ref, entity, remove.value());
          case ListAction.RemoveAll _ -> client.lists.removeAll(ref, entity);
          case ListAction.Trim trim -> client.lists.trim(ref, entity, trim.newest());
          case ListAction.Wait wait -> time.pass(wait.duration());
        }
      } catch (StoreUnavailableException _) {
        // what it came to, the model is told
      } finally {
        client.store.answer();
      }
      return change;
    }

    /** Removals only before anybody else does something: they would remove what others add. */
    private void sendAgain(FeatureRoom client, Step step) {
      if (!(step.action() instanceof ListAction.Add add)) {
        if (step.fate() == Fate.ANSWER_LOST) {
          write(client, step.action()).run();
        }
        return;
      }
      long sent = ChronoUnit.MICROS.between(Instant.EPOCH, client.time.now());
      come(
          step.later(),
          () -> {
            List<ListItem> before = items(client);
            write(client, add).run();
            if (step.fate() == Fate.ANSWER_LOST) {
              assertThat(items(client).stream().filter(it -> !before.contains(it)))
                  .as("again there, as others have removed them meanwhile")
                  .allMatch(it -> model.removedAt(it) > sent);
            }
          });
    }

    private void come(int steps, Runnable action) {
      coming.computeIfAbsent(number + steps, _ -> new ArrayList<>()).add(action);
    }

    private void runComing(int until) {
      while (!coming.isEmpty() && coming.firstKey() <= until) {
        coming.pollFirstEntry().getValue().forEach(Runnable::run);
      }
    }

    private void check(FeatureRoom client) {
      List<ListItem> expected = model.seen(later(client.time.now(), time.now()));
      Lists lists = client.lists;
      assertThat(items(client)).isEqualTo(expected);
      assertThat(lists.count(ref, entity, Optional.empty(), Optional.empty()))
          .isEqualTo(expected.size());
      Stream.of("a", "d")
          .map(FeatureValue::text)
          .forEach(
              value ->
                  assertThat(lists.contains(ref, entity, value))
                      .isEqualTo(expected.stream().anyMatch(it -> it.value().equals(value))));
    }

    private List<ListItem> items(FeatureRoom client) {
      return client.lists.get(ref, entity, ListQuery.newest(100)).items();
    }

    /** The store's clock is right, and hides what is over too. */
    private static Instant later(Instant one, Instant other) {
      return one.isAfter(other) ? one : other;
    }
  }
}
