package io.messina.features.feed;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.features.TestEngine;
import io.messina.features.list.ListAction;
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
 * A stream feeds lists to which clients add and from which they remove, and is read again at any
 * time: the lists are what a simple model says that knows nothing of replays.
 */
final class FeedModelTest {

  private static final Map<TestEngine, FedWorld> WORLDS = new ConcurrentHashMap<>();

  @AfterContainer
  static void close() {
    WORLDS.values().forEach(FedWorld::close);
    WORLDS.clear();
  }

  @Property(tries = 4)
  void memory_equals_the_model(@ForAll("histories") List<FeedStep> steps) {
    WORLDS.computeIfAbsent(TestEngine.MEMORY, FedWorld::new).run(steps);
  }

  @Property(tries = 4)
  void rocks_equals_the_model(@ForAll("histories") List<FeedStep> steps) {
    WORLDS.computeIfAbsent(TestEngine.ROCKS, FedWorld::new).run(steps);
  }

  @Property(tries = 2)
  void cassandra_equals_the_model(@ForAll("histories") List<FeedStep> steps) {
    WORLDS.computeIfAbsent(TestEngine.CASSANDRA, FedWorld::new).run(steps);
  }

  @Provide
  Arbitrary<List<FeedStep>> histories() {
    Arbitrary<Integer> entities = Arbitraries.integers().between(0, FedWorld.ENTITIES - 1);
    Arbitrary<FeatureValue> values = Arbitraries.of("a", "b", "c").map(FeatureValue::text);
    Arbitrary<ListItem> items =
        Combinators.combine(values, Arbitraries.integers().between(0, 9))
            .as((value, second) -> new ListItem(value, FedWorld.BEGIN.plusSeconds(second)));
    Arbitrary<FeedStep.Said> said = Combinators.combine(entities, items).as(FeedStep.Said::new);
    return Arbitraries.<FeedStep>frequencyOf(
            Tuple.of(12, said.list().ofMinSize(1).ofMaxSize(8).map(FeedStep.Append::new)),
            Tuple.of(
                16, Combinators.combine(entities, actions(values, items)).as(FeedStep.Beside::new)),
            Tuple.of(6, Arbitraries.of(true, false).map(FeedStep.Replay::new)),
            Tuple.of(1, Arbitraries.of(new FeedStep.Restart())),
            Tuple.of(1, Arbitraries.of(new FeedStep.Anew())))
        .list()
        .ofMinSize(4)
        .ofMaxSize(20);
  }

  private static Arbitrary<ListAction> actions(
      Arbitrary<FeatureValue> values, Arbitrary<ListItem> items) {
    return Arbitraries.frequencyOf(
        Tuple.of(3, items.list().ofMinSize(1).ofMaxSize(4).map(ListAction.Add::new)),
        Tuple.of(3, values.map(ListAction.Remove::new)),
        Tuple.of(1, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(1, Arbitraries.integers().between(1, 6).map(ListAction.Trim::new)));
  }
}
