package io.messina.features.contents;

import io.messina.api.feature.FeatureValue;
import io.messina.features.TestEngine;
import io.messina.features.TestTime;
import io.messina.features.contents.ScalarClient.Fate;
import io.messina.features.contents.ScalarWorld.Step;
import io.messina.test.rules.FullBuild;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Several clients, whose clocks differ and are set, put and delete values of several features and
 * entities with event times in any order, many of them equal. Answers are lost, requests are lost
 * or arrive late, and what had no answer is sent again when others have acted: what each client
 * reads is what a simple model says.
 */
final class ScalarModelTest {

  @AfterContainer
  static void close() {
    ScalarWorld.closeAll();
  }

  @Property
  void memory_equals_the_model(@ForAll("histories") List<Step> steps) {
    ScalarWorld.of(TestEngine.MEMORY).run(steps);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 200)
  void rocks_equals_the_model(@ForAll("histories") List<Step> steps) {
    ScalarWorld.of(TestEngine.ROCKS).run(steps);
  }

  @FullBuild("The same on a store in memory.")
  @Property(tries = 25)
  void cassandra_equals_the_model(@ForAll("histories") List<Step> steps) {
    ScalarWorld.of(TestEngine.CASSANDRA).run(steps);
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, ScalarWorld.CLIENTS - 1),
            Arbitraries.integers().between(0, ScalarWorld.PLACES - 1),
            actions(),
            Arbitraries.of(
                Fate.ANSWERED,
                Fate.ANSWERED,
                Fate.ANSWERED,
                Fate.ANSWER_LOST,
                Fate.LOST,
                Fate.LATE))
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  private static Arbitrary<ScalarAction> actions() {
    Arbitrary<FeatureValue> values =
        Arbitraries.of("pending", "paid", "b", "").map(FeatureValue::text);
    return Arbitraries.frequencyOf(
        Tuple.of(7, Combinators.combine(values, times()).as(ScalarAction.Put::new)),
        Tuple.of(2, values.map(ScalarAction.PutNow::new)),
        Tuple.of(2, Combinators.combine(values, times(), times()).as(ScalarAction.PutAsOf::new)),
        Tuple.of(2, times().map(ScalarAction.Delete::new)),
        Tuple.of(2, Arbitraries.of(new ScalarAction.DeleteNow())),
        Tuple.of(3, Arbitraries.of(new ScalarAction.Resend())),
        Tuple.of(2, Arbitraries.of(new ScalarAction.Arrive())),
        Tuple.of(2, Arbitraries.integers().between(1, 10).map(ScalarModelTest::pause)),
        Tuple.of(2, Arbitraries.integers().between(-1, 1).map(ScalarModelTest::clock)));
  }

  /** Before and after now; some are equal but for nanoseconds. */
  private static Arbitrary<Instant> times() {
    return Combinators.combine(
            Arbitraries.of(-40, -1, 0, 1, 40),
            Arbitraries.integers().between(0, 1),
            Arbitraries.of(0, 1, 999))
        .as(
            (seconds, micros, nanos) ->
                TestTime.BEGIN.plusSeconds(seconds).plusNanos(micros * 1_000L + nanos));
  }

  private static ScalarAction pause(int seconds) {
    return new ScalarAction.Wait(Duration.ofSeconds(seconds));
  }

  private static ScalarAction clock(int half) {
    return new ScalarAction.SetClock(ScalarWorld.SKEW_MAX.multipliedBy(half));
  }
}
