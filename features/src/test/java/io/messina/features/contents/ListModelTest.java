package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.features.TestEngine;
import io.messina.features.contents.ListWorld.Fate;
import io.messina.features.contents.ListWorld.History;
import io.messina.features.contents.ListWorld.Step;
import io.messina.test.rules.FullBuild;
import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Several clients, whose clocks differ, do anything to a list. Some answers are lost, some writes
 * arrive late, and clients send again what they got no answer to, at once or after others have done
 * something: what they read is what a simple model says.
 */
final class ListModelTest {

  @AfterContainer
  static void close() {
    ListWorld.closeAll();
  }

  @Property
  void memory_equals_the_model(@ForAll("histories") History history) {
    ListWorld.of(TestEngine.MEMORY).run(history);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 200)
  void rocks_equals_the_model(@ForAll("histories") History history) {
    ListWorld.of(TestEngine.ROCKS).run(history);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 25)
  void cassandra_equals_the_model(@ForAll("histories") History history) {
    ListWorld.of(TestEngine.CASSANDRA).run(history);
  }

  @Provide
  Arbitrary<History> histories() {
    Arbitrary<Step> steps =
        Combinators.combine(
                Arbitraries.integers().between(0, ListWorld.CLIENTS - 1),
                actions(),
                Arbitraries.frequency(
                    Tuple.of(4, Fate.ANSWERED),
                    Tuple.of(1, Fate.TWICE),
                    Tuple.of(2, Fate.ANSWER_LOST),
                    Tuple.of(1, Fate.LATE)),
                Arbitraries.integers().between(0, 6))
            .as(Step::new);
    return Combinators.combine(
            Arbitraries.integers().between(-500, 500).list().ofSize(ListWorld.CLIENTS),
            steps.list().ofMaxSize(40))
        .as(History::new);
  }

  private static Arbitrary<ListAction> actions() {
    Arbitrary<FeatureValue> values = Arbitraries.of("a", "b", "c", "d", "").map(FeatureValue::text);
    Arbitrary<ListItem> items =
        Combinators.combine(values, Arbitraries.longs().between(0, 9))
            .as((value, at) -> new ListItem(value, ListWorld.at(at)));
    return Arbitraries.frequencyOf(
        Tuple.of(6, items.list().ofMinSize(1).ofMaxSize(6).map(ListAction.Add::new)),
        Tuple.of(3, values.map(ListAction.Remove::new)),
        Tuple.of(1, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(2, Arbitraries.integers().between(1, 8).map(ListAction.Trim::new)),
        Tuple.of(
            2,
            Arbitraries.integers()
                .between(100, 5_000)
                .map(millis -> new ListAction.Wait(Duration.ofMillis(millis)))));
  }
}
