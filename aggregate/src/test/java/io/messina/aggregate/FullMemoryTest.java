package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.LocalState;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.store.StoreUnavailableException;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventGuard;
import io.messina.stream.owner.EventPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A page whose changes do not fit into memory together. */
class FullMemoryTest {

  private static final int EVENTS = 2_000;
  private static final Position END = Position.unpack(EVENTS);
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ZERO,
          Duration.ofHours(1),
          Duration.ofHours(1));

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  @Test
  void what_is_committed_in_the_middle_of_a_page_that_fails_is_counted_once() {
    Aggregator count = Kinds.count(FullMemoryTest::group);
    try (StateMemory memory = new StateMemory(1, 8 << 20);
        ShardState state = new ShardState(folder, memory)) {
      ShardAggregate failing =
          new ShardAggregate(
              Kinds.count(
                  event -> {
                    if (event.id().position().packed() == EVENTS - 1) {
                      throw new StoreUnavailableException("no node answers");
                    }
                    return group(event);
                  }),
              OPTIONS,
              state);
      assertThatThrownBy(() -> failing.add(events(), END)).hasMessage("no node answers");
      assertThat(state.progress().next()).isBetween(1L, EVENTS - 1L);
      assertThat(state.progress().counters().added()).isEqualTo(state.progress().next());

      new ShardAggregate(count, OPTIONS, state).add(events(), END);

      assertThat(state.progress().next()).isEqualTo(EVENTS);
      assertThat(state.progress().counters().added()).isEqualTo(EVENTS);
      MergedRows.Wanted all =
          new MergedRows.Wanted(0, Long.MAX_VALUE, GroupFilter.ANY, Integer.MAX_VALUE);
      MergedRows merged = state.read(view -> MergedRows.of(count, OPTIONS, List.of(view), all));
      assertThat(merged.rows())
          .hasSize(EVENTS)
          .extracting(row -> count.result(row.part()))
          .containsOnly(1L);
    }
  }

  @Test
  void events_for_which_the_aggregator_throws_are_skipped_and_leave_nothing() {
    Aggregator throwing =
        new Watched(
            Kinds.count(FullMemoryTest::group),
            event -> {
              if (event.id().position().packed() % 3 == 1) {
                throw new StackOverflowError();
              }
            });
    EventGuard guard = new EventGuard("a test");
    List<StoredEvent> told = new ArrayList<>();
    try (StateMemory memory = new StateMemory(1, 8 << 20);
        ShardState state = new ShardState(folder, memory)) {
      ShardAggregate aggregate = new ShardAggregate(throwing, OPTIONS, Origins.OWN, state, guard);
      aggregate.add(new EventPage(events(), END), told::addAll);
      int skipped = (EVENTS + 1) / 3;
      assertThat(state.progress().next()).isEqualTo(EVENTS);
      assertThat(state.progress().counters().skipped()).isEqualTo(skipped);
      assertThat(state.progress().counters().added()).isEqualTo(EVENTS - skipped);
      assertThat(guard.skipped()).isEqualTo(skipped);
      assertThat(told).hasSize(skipped).allMatch(event -> event.id().position().packed() % 3 == 1);
      MergedRows.Wanted all =
          new MergedRows.Wanted(0, Long.MAX_VALUE, GroupFilter.ANY, Integer.MAX_VALUE);
      assertThat(state.read(view -> MergedRows.of(throwing, OPTIONS, List.of(view), all)).rows())
          .hasSize(EVENTS - skipped);
    }
  }

  /** Adds, and throws afterwards where the watcher does. */
  private record Watched(Aggregator aggregator, Consumer<StoredEvent> watcher)
      implements ForwardingAggregator {

    @Override
    public boolean add(Window window, StoredEvent event, LocalState state) {
      boolean added = aggregator.add(window, event, state);
      watcher.accept(event);
      return added;
    }
  }

  /** Each of its own, and long. */
  private static Bytes group(StoredEvent event) {
    return Bytes.utf8(event.event().payload().toUtf8() + "g".repeat(1_000));
  }

  private static List<StoredEvent> events() {
    return IntStream.range(0, EVENTS)
        .mapToObj(
            number ->
                new StoredEvent(
                    new EventAddress(1, 0, 0, Position.unpack(number)),
                    Event.builder(Bytes.utf8("" + number)).time(TIME).build(),
                    TIME))
        .toList();
  }
}
