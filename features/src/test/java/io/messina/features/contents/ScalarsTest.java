package io.messina.features.contents;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.ALICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.api.feature.EntityId;
import io.messina.api.feature.FeatureKind;
import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.FeatureRef;
import io.messina.features.OnEachEngine;
import io.messina.features.StoredFeature;
import io.messina.runtime.RequestException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class ScalarsTest extends OnEachEngine {

  private static final EntityId BOB = new EntityId("bob");
  private static final FeatureRef NAME = FeatureRef.of("user", "name");
  private static final Duration MICRO = Duration.ofNanos(1_000);
  private static final ValueAnswer MISSING = new ValueAnswer.Missing();

  @BeforeEach
  void open() {
    room.catalog.create(AGE.name(), FeatureOptions.scalar(ValueType.INTEGER));
    room.catalog.create(
        NAME.name(), FeatureOptions.scalar(ValueType.TEXT).ttl(Duration.ofSeconds(60)));
    room.store.reads();
  }

  @Test
  void the_newest_event_time_wins_in_any_order_of_arrival() {
    Instant first = time.now();
    put(1, first);
    put(3, first.plus(MICRO.multipliedBy(2)));
    put(2, first.plus(MICRO));
    assertThat(age()).isEqualTo(present(3, first.plus(MICRO.multipliedBy(2))));
  }

  @Test
  void of_equal_event_times_the_one_that_came_last_stands() {
    for (String correction : List.of("paid", "pending", "b", "aa", "", "pending")) {
      room.scalars.put(NAME, ALICE, FeatureValue.text(correction), time.now());
      assertThat(name())
          .isEqualTo(new ValueAnswer.Present(FeatureValue.text(correction), time.now()));
    }
  }

  @Test
  void a_deletion_is_one_of_several_with_one_event_time() {
    put(1, time.now());
    room.scalars.delete(AGE, ALICE, time.now().minusNanos(1));
    assertThat(age()).isEqualTo(present(1, time.now()));
    room.scalars.delete(AGE, ALICE, time.now());
    assertThat(age()).isEqualTo(MISSING);
    put(2, time.now());
    assertThat(age()).isEqualTo(present(2, time.now()));
  }

  @Test
  void the_newer_nanosecond_wins_in_any_order_of_arrival() {
    put(1, time.now().plusNanos(2));
    put(9, time.now().plusNanos(1));
    assertThat(age()).isEqualTo(present(1, time.now().plusNanos(2)));
    put(0, time.now().plusNanos(3));
    assertThat(age()).isEqualTo(present(0, time.now().plusNanos(3)));
  }

  @Test
  void what_is_put_as_of_some_moment_leaves_what_came_after_it() {
    Instant event = time.now();
    Instant append = event.plusSeconds(60);
    StoredFeature age = room.catalog.find(AGE, FeatureKind.SCALAR);
    room.scalars.putAsOf(age, ALICE, FeatureValue.integer(1), event, append);
    // This process is behind the append, and yet acts after it.
    put(0, event);
    room.scalars.putAsOf(age, ALICE, FeatureValue.integer(1), event, append);
    assertThat(age()).isEqualTo(present(0, event));
    room.scalars.delete(AGE, ALICE, event);
    room.scalars.putAsOf(age, ALICE, FeatureValue.integer(1), event, append);
    assertThat(age()).isEqualTo(MISSING);
  }

  @Test
  void a_clock_that_is_set_back_hides_nothing_that_is_put_without_a_time() {
    Instant before = time.now();
    room.scalars.put(AGE, ALICE, FeatureValue.integer(1));
    time.set(before.minusSeconds(5));
    room.scalars.put(AGE, ALICE, FeatureValue.integer(2));
    assertThat(age()).isEqualTo(present(2, before.plus(MICRO)));
    room.scalars.delete(AGE, ALICE);
    assertThat(age()).isEqualTo(MISSING);
    time.set(before.minusSeconds(10));
    room.scalars.put(AGE, ALICE, FeatureValue.integer(3));
    assertThat(age()).isEqualTo(present(3, before.plus(MICRO.multipliedBy(3))));
  }

  @Test
  void many_values_are_read_by_one_read_each_and_each_has_its_status() {
    put(40, time.now());
    room.scalars.put(NAME, ALICE, FeatureValue.text("Alice"), time.now().minusSeconds(60));
    room.scalars.put(NAME, BOB, FeatureValue.text("Bob"), time.now().minusSeconds(59));
    room.store.fail(key -> key.values().contains("bob") && key.values().toString().contains("age"));
    room.store.reads();

    List<List<ValueAnswer>> answers =
        room.scalars.get(List.of(AGE, NAME), List.of(ALICE, BOB, new EntityId("carol")));

    assertThat(room.store.reads()).isEqualTo(6);
    assertThat(answers.get(0))
        .containsExactly(
            present(40, time.now()), new ValueAnswer.Expired(time.now().minusSeconds(60)));
    assertThat(answers.get(1).get(0)).isInstanceOf(ValueAnswer.Failed.class);
    assertThat(answers.get(1).get(1))
        .isEqualTo(new ValueAnswer.Present(FeatureValue.text("Bob"), time.now().minusSeconds(59)));
    assertThat(answers.get(2)).containsExactly(MISSING, MISSING);
  }

  @Test
  void a_value_is_over_when_its_time_to_live_is() {
    room.scalars.put(NAME, ALICE, FeatureValue.text("Alice"), time.now());
    Instant then = time.now();
    time.pass(Duration.ofSeconds(60).minusNanos(1));
    assertThat(name()).isEqualTo(new ValueAnswer.Present(FeatureValue.text("Alice"), then));
    time.pass(Duration.ofNanos(1));
    assertThat(name()).isEqualTo(new ValueAnswer.Expired(then));
  }

  @Test
  void a_deleted_value_is_missing_and_older_ones_that_come_later_are_not_seen() {
    put(1, time.now());
    time.pass(Duration.ofSeconds(1));
    room.scalars.delete(AGE, ALICE);
    assertThat(age()).isEqualTo(MISSING);
    put(2, time.now().minusMillis(1));
    assertThat(age()).isEqualTo(MISSING);
    put(3, time.now().plusMillis(1));
    assertThat(age()).isEqualTo(present(3, time.now().plusMillis(1)));
  }

  @Test
  void a_value_of_the_future_can_be_deleted() {
    put(1, time.now().plusSeconds(60 * 60 * 24));
    room.scalars.delete(AGE, ALICE);
    assertThat(age()).isEqualTo(MISSING);
  }

  @Test
  void one_write_puts_and_event_times_are_bounded() {
    room.store.writes();
    put(1, time.now());
    assertThat(room.store.writes()).isEqualTo(1);
    assertThat(room.store.reads()).isZero();
    put(2, time.now().plus(Duration.ofDays(1)));
    for (Instant wrong :
        List.of(
            time.now().plus(Duration.ofDays(1)).plus(MICRO),
            Instant.EPOCH,
            Instant.EPOCH.plusSeconds(60 * 60 * 24).minus(MICRO))) {
      assertThatThrownBy(() -> put(3, wrong)).isInstanceOf(RequestException.Refused.class);
    }
    room.scalars.put(AGE, BOB, FeatureValue.integer(9), Scalars.TIME_MIN);
    assertThat(room.scalars.get(List.of(AGE), List.of(BOB)).getFirst())
        .containsExactly(present(9, Scalars.TIME_MIN));
  }

  @Test
  void lists_and_wrong_types_are_refused() {
    FeatureRef list = FeatureRef.of("user", "list");
    room.catalog.create(list.name(), FeatureOptions.list(ValueType.INTEGER));
    assertThatThrownBy(() -> room.scalars.get(List.of(list), List.of(ALICE)))
        .hasMessage("user/list: a list (expected: a scalar)");
    assertThatThrownBy(() -> room.scalars.put(AGE, ALICE, FeatureValue.text("old"), time.now()))
        .hasMessage("value: \"old\" (expected: a whole number of 64 bits)");
    assertThatThrownBy(() -> room.scalars.get(List.of(), List.of(ALICE)))
        .hasMessage("features: 0 (expected: 1 to 100)");
  }

  private void put(long age, Instant eventTime) {
    room.scalars.put(AGE, ALICE, FeatureValue.integer(age), eventTime);
  }

  private ValueAnswer age() {
    return room.scalars.get(List.of(AGE), List.of(ALICE)).getFirst().getFirst();
  }

  private ValueAnswer name() {
    return room.scalars.get(List.of(NAME), List.of(ALICE)).getFirst().getFirst();
  }

  private static ValueAnswer present(long age, Instant time) {
    return new ValueAnswer.Present(FeatureValue.integer(age), time);
  }
}
