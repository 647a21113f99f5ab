package io.messina.features.node;

import static io.messina.features.FeatureRoom.AGE;
import static io.messina.features.FeatureRoom.ALICE;
import static io.messina.features.FeatureRoom.PAGES;
import static io.messina.features.node.FeedRoom.at;
import static io.messina.features.node.FeedRoom.event;
import static io.messina.features.node.FeedRoom.events;
import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.feature.FeatureOptions;
import io.messina.api.feature.FeatureValue;
import io.messina.api.feature.ValueAnswer;
import io.messina.api.feature.ValueType;
import io.messina.features.TestEngine;
import io.messina.features.TestTime;
import io.messina.stream.StoredEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("io.messina.features.TestEngine#memory")
final class FeedTimesTest {

  private static final Duration DAY = Duration.ofDays(1);

  @Parameter private TestEngine engine;
  @TempDir private Path folder;
  private final TestTime time = new TestTime();
  private FeedRoom room;

  @BeforeEach
  void open() {
    room = new FeedRoom(engine.open(folder, time.wall()), time);
  }

  @AfterEach
  void close() {
    room.close();
  }

  @Test
  void a_value_of_more_than_a_day_after_its_append_is_skipped_however_late_it_is_read() {
    time.set(at(1));
    FeedHandler node = room.node(AGE);
    node.handle(List.of(event(1, at(1).plus(DAY).plusMillis(1))));
    time.pass(Duration.ofDays(3));
    room.room.catalog.refresh();
    node.handle(List.of(event(2, at(2).plus(DAY).plusMillis(1))));
    assertThat(room.tally.read().skipped()).isEqualTo(2);
    assertThat(age()).isEqualTo(new ValueAnswer.Missing());

    node.handle(List.of(event(3, at(3).plus(DAY))));
    assertThat(age()).isEqualTo(new ValueAnswer.Present(FeatureValue.text("3"), at(3).plus(DAY)));
  }

  @Test
  void of_events_with_one_time_the_last_stands_also_when_they_are_read_again() {
    time.set(at(20));
    List<StoredEvent> events = List.of(event(9, at(1)), event(10, at(1)));
    FeedHandler node = room.node(AGE);
    node.handle(events);
    assertThat(age()).isEqualTo(new ValueAnswer.Present(FeatureValue.text("10"), at(1)));
    node.handle(events.subList(0, 1));
    assertThat(age()).isEqualTo(new ValueAnswer.Present(FeatureValue.text("10"), at(1)));

    room.room.scalars.put(AGE, ALICE, FeatureValue.text("0"), at(1));
    node.handle(events);
    assertThat(age()).isEqualTo(new ValueAnswer.Present(FeatureValue.text("0"), at(1)));
  }

  @Test
  void what_was_fed_can_be_removed_by_a_node_whose_clock_is_behind_its_append_times() {
    time.set(at(10));
    room.node(PAGES).handle(events(10, 10));
    time.set(at(10).minusSeconds(60));
    room.room.catalog.refresh();
    assertThat(room.room.lists.remove(PAGES, ALICE, FeatureValue.text("10"))).isEqualTo(1);
    assertThat(room.pages()).isZero();
  }

  @Test
  void items_that_are_over_on_arrival_count_as_expired() {
    lives(Optional.of(Duration.ofSeconds(10)));
    time.set(at(13));
    room.room.catalog.refresh();
    room.node(PAGES).handle(events(1, 5));
    assertThat(room.tally.read().fed()).isEqualTo(2);
    assertThat(room.tally.read().expired()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("longer")
  void a_longer_ttl_does_not_prolong_what_was_fed_before_however_often_it_is_read_again(
      Optional<Duration> ttl) {
    lives(Optional.of(Duration.ofSeconds(10)));
    time.set(at(3));
    FeedHandler node = room.node(PAGES);
    node.handle(events(1, 5));
    lives(ttl);
    node.handle(events(1, 5));
    room.node(PAGES).handle(events(1, 6));
    assertThat(room.pages()).isEqualTo(6);
    time.set(at(13));
    assertThat(room.pages()).isEqualTo(3);
    room.node(PAGES).handle(events(1, 6));
    assertThat(room.pages()).isEqualTo(3);
    time.set(at(20));
    room.room.catalog.refresh();
    room.node(PAGES).handle(events(1, 6));
    assertThat(room.pages()).isEqualTo(1);
  }

  static List<Optional<Duration>> longer() {
    return List.of(
        Optional.of(Duration.ofHours(1)), Optional.of(FeatureOptions.TTL_MAX), Optional.empty());
  }

  @Test
  void what_a_shorter_ttl_has_hidden_is_there_again_with_the_former_one() {
    lives(Optional.of(Duration.ofHours(1)));
    room.node(PAGES).handle(events(1, 5));
    lives(Optional.of(Duration.ofSeconds(1)));
    time.set(at(20));
    room.node(PAGES).handle(events(1, 5));
    assertThat(room.pages()).isZero();
    lives(Optional.of(Duration.ofHours(1)));
    assertThat(room.pages()).isEqualTo(5);
  }

  private void lives(Optional<Duration> ttl) {
    FeatureOptions list = FeatureOptions.list(ValueType.TEXT);
    var _ = room.room.catalog.create(PAGES.name(), ttl.map(list::ttl).orElse(list));
    room.room.catalog.refresh();
  }

  private ValueAnswer age() {
    return room.room.scalars.get(List.of(AGE), List.of(ALICE)).getFirst().getFirst();
  }
}
