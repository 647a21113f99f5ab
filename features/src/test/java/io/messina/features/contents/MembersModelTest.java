package io.messina.features.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ListItem;
import io.messina.api.feature.ListQuery;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.FeatureRoom;
import io.messina.features.TestMembers;
import io.messina.features.TestTime;
import io.messina.store.Store;
import io.messina.testkit.SimulatedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Members whose clocks differ by up to a second, or by a minute where a feed has pushed one ahead,
 * change a list and a scalar one after the other: what is read is what their order says.
 */
final class MembersModelTest {

  private static final FeatureRef LIST = FeatureRef.of("user", "pages");
  private static final FeatureRef SCALAR = FeatureRef.of("user", "age");
  private static final EntityId ALICE = new EntityId("alice");
  private static final Duration TTL = Duration.ofDays(1);
  private static final long AHEAD_MICROS = 60_000_000;
  private static final int MEMBERS = 2;
  private static final int TRIES = 300;

  /**
   * What a member does.
   *
   * @param isFed whether an item is added as of a minute ahead; or the scalar is changed, too
   */
  record Step(int member, ListAction action, boolean isFed) {}

  record History(List<Integer> aheadMillis, List<Step> steps, int joined) {}

  @Property(tries = TRIES)
  void what_is_read_is_what_the_order_of_requests_says(@ForAll("histories") History history) {
    run(history, false);
  }

  @Example
  void members_whose_removals_ask_nobody_are_found() {
    History history =
        new History(
            List.of(0, 500, 0),
            List.of(
                new Step(1, new ListAction.RemoveAll(), false),
                new Step(0, new ListAction.Add(List.of(item("a", 1))), false)),
            0);
    run(history, false);
    assertThatThrownBy(() -> run(history, true)).isInstanceOf(AssertionError.class);
  }

  /**
   * Runs a history.
   *
   * @param isApart whether no member knows of the others, which leaves the rounds out
   */
  private static void run(History history, boolean isApart) {
    TestTime time = new TestTime();
    Store store = SimulatedStore.calm(time.wall());
    TestMembers members = new TestMembers();
    List<FeatureRoom> rooms = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      rooms.add(room(history, i, store, time, isApart ? new TestMembers() : members));
    }
    var _ =
        rooms.getFirst().catalog.create(LIST.name(), FeatureOptions.list(ValueType.TEXT).ttl(TTL));
    var _ = rooms.getFirst().catalog.create(SCALAR.name(), FeatureOptions.scalar(ValueType.TEXT));
    ListModel model = new ListModel(false, TTL);
    int number = 0;
    for (Step step : history.steps()) {
      if (++number == history.joined()) {
        rooms.add(room(history, MEMBERS, store, time, members));
      }
      time.pass(Duration.ofNanos(1_000));
      FeatureRoom room = rooms.get(step.member() % rooms.size());
      room.catalog.refresh();
      model.decide(step.action(), TestTime.BEGIN, number).run();
      act(room, step);
      for (FeatureRoom reader : rooms) {
        reader.catalog.refresh();
        assertThat(reader.lists.get(LIST, ALICE, ListQuery.newest(100)).items())
            .isEqualTo(model.seen(TestTime.BEGIN));
      }
      if (!step.isFed()) {
        deleteAndPut(room, rooms.get(number % rooms.size()));
      }
    }
    rooms.forEach(FeatureRoom::close);
  }

  private static FeatureRoom room(
      History history, int number, Store store, TestTime time, TestMembers members) {
    return new FeatureRoom(
        store, time.ahead(Duration.ofMillis(history.aheadMillis().get(number))), members);
  }

  private static void act(FeatureRoom room, Step step) {
    switch (step.action()) {
      case ListAction.Add add when step.isFed() ->
          room.lists.addAsOf(
              room.catalog.find(LIST, FeatureKind.LIST),
              ALICE,
              add.items(),
              room.clocks.next() + AHEAD_MICROS);
      case ListAction.Add add -> room.lists.add(LIST, ALICE, add.items());
      case ListAction.Remove remove -> room.lists.remove(LIST, ALICE, remove.value());
      case ListAction.RemoveAll _ -> room.lists.removeAll(LIST, ALICE);
      case ListAction.Trim trim -> room.lists.trim(LIST, ALICE, trim.newest());
      case ListAction.Wait _ -> {}
    }
  }

  private static void deleteAndPut(FeatureRoom deleting, FeatureRoom putting) {
    deleting.scalars.delete(SCALAR, ALICE);
    assertThat(age(putting)).isInstanceOf(ValueAnswer.Missing.class);
    putting.scalars.put(SCALAR, ALICE, FeatureValue.text("36"));
    assertThat(age(deleting)).isInstanceOf(ValueAnswer.Present.class);
  }

  private static ValueAnswer age(FeatureRoom room) {
    return room.scalars.get(List.of(SCALAR), List.of(ALICE)).getFirst().getFirst();
  }

  @Provide
  Arbitrary<History> histories() {
    Arbitrary<Step> steps =
        Combinators.combine(
                Arbitraries.integers().between(0, MEMBERS),
                actions(),
                Arbitraries.frequency(Tuple.of(3, false), Tuple.of(1, true)))
            .as(Step::new);
    return Combinators.combine(
            Arbitraries.integers().between(-500, 500).list().ofSize(MEMBERS + 1),
            steps.list().ofMaxSize(30),
            Arbitraries.integers().between(0, 30))
        .as(History::new);
  }

  private static Arbitrary<ListAction> actions() {
    Arbitrary<String> texts = Arbitraries.of("a", "b", "c");
    Arbitrary<ListItem> items =
        Combinators.combine(texts, Arbitraries.integers().between(0, 4)).as(MembersModelTest::item);
    return Arbitraries.frequencyOf(
        Tuple.of(6, items.list().ofMinSize(1).ofMaxSize(4).map(ListAction.Add::new)),
        Tuple.of(3, texts.map(FeatureValue::text).map(ListAction.Remove::new)),
        Tuple.of(1, Arbitraries.of(new ListAction.RemoveAll())),
        Tuple.of(2, Arbitraries.integers().between(1, 4).map(ListAction.Trim::new)));
  }

  private static ListItem item(String text, int number) {
    return new ListItem(FeatureValue.text(text), TestTime.BEGIN.plusSeconds(number));
  }
}
