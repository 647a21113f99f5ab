package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.ShardProgress;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.SourceTime;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Event time of a shard whose events are sent on from two others. */
class SentEventsTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofMinutes(1)),
          Duration.ZERO,
          Duration.ofMinutes(5),
          Duration.ofMinutes(1));

  @TempDir private Path folder;
  private final Map<StoredEvent, Origin> origins = new HashMap<>();
  private StateMemory memory;
  private ShardState state;
  private ShardAggregate aggregate;
  private int position;

  @BeforeEach
  void open() {
    memory = new StateMemory(1 << 20, 8 << 20);
    state = new ShardState(folder.resolve("state"), memory);
    aggregate =
        new ShardAggregate(
            Kinds.count(event -> Bytes.EMPTY),
            OPTIONS,
            new Origins() {

              @Override
              public int sources() {
                return 2;
              }

              @Override
              public Origin of(StoredEvent event) {
                return origins.getOrDefault(event, Origin.Own.EVENT);
              }
            },
            state,
            new EventGuard("a test"));
  }

  @AfterEach
  void close() {
    state.close();
    memory.close();
  }

  private void add(int minute, Origin origin) {
    StoredEvent event =
        new StoredEvent(
            new EventAddress(1, 0, 0, new Position(1, ++position)),
            Event.builder(Bytes.EMPTY).time(at(minute)).build(),
            BEGIN);
    origins.put(event, origin);
    aggregate.add(List.of(event), event.id().position().next());
  }

  private void send(int source, int minute) {
    add(minute, new Origin.Sent(source, reached(minute, false)));
  }

  private void mark(int source, int minute, boolean rests) {
    add(0, new Origin.Mark(source, reached(minute, rests)));
  }

  private static SourceTime reached(int minute, boolean rests) {
    return new SourceTime(minute, at(minute).toEpochMilli(), rests);
  }

  private static Instant at(int minute) {
    return BEGIN.plus(Duration.ofMinutes(minute));
  }

  private ShardProgress progress() {
    return state.progress();
  }

  private void assertReached(int minute) {
    assertThat(progress().watermarkMillis()).isEqualTo(at(minute).toEpochMilli());
  }

  @Test
  void event_time_has_come_as_far_as_the_shard_that_is_furthest_behind() {
    send(0, 30);
    assertThat(progress().hasEvents()).isFalse();
    send(1, 2);
    assertReached(2);
    send(0, 60);
    assertReached(2);
    mark(1, 50, false);
    assertReached(50);
    assertThat(progress().counters().added()).isEqualTo(3);
    send(1, 40);
    assertThat(progress().counters().late()).isEqualTo(1);
  }

  @Test
  void nobody_waits_for_a_shard_that_rests_until_it_goes_on() {
    send(0, 10);
    mark(1, 3, true);
    assertReached(10);
    mark(0, 20, true);
    assertReached(20);
    send(1, 21);
    assertReached(21);
    send(0, 40);
    assertReached(21);
    mark(1, 2, true); // of a former owner, who speaks late
    assertReached(21);
  }

  @Test
  void how_far_each_has_come_is_kept_with_the_state() {
    send(0, 30);
    mark(1, 7, true);
    List<SourceTime> before = progress().sources().all();
    state.flush();
    close();
    open();
    assertThat(progress().sources().all()).isEqualTo(before);
    assertThat(progress().sources().of(0)).isEqualTo(reached(30, false));
    assertThat(progress().sources().of(1)).isEqualTo(reached(7, true));
    send(0, 31);
    assertReached(31);
  }

  @Test
  void windows_that_another_shard_has_lost_events_of_are_incomplete() {
    send(0, 30);
    add(0, new Origin.Lost(new Gaps.Span(at(10).toEpochMilli(), at(12).toEpochMilli())));
    assertThat(progress().gaps().isIn(at(10).toEpochMilli())).isTrue();
    assertThat(progress().gaps().isIn(at(12).toEpochMilli())).isFalse();
    assertThat(progress().gaps().count()).isZero();
  }
}
