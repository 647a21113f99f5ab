package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.state.StateView;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventPage;
import io.messina.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedRowsTest {

  private static final int SEEDS = 100;
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Aggregator COUNT = Kinds.count(event -> Bytes.utf8("all"));
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.tumbling(Duration.ofHours(1)),
          Duration.ofMinutes(30),
          Duration.ofHours(9),
          Duration.ZERO);

  @TempDir(factory = MemoryFolder.class)
  Path folder;

  private final StateMemory memory = new StateMemory();

  @AfterEach
  void close() {
    memory.close();
  }

  @Test
  void a_window_is_incomplete_if_one_of_its_shards_may_lack_events() {
    try (ShardState whole = new ShardState(folder.resolve("whole"), memory);
        ShardState lacking = new ShardState(folder.resolve("lacking"), memory)) {
      ShardAggregate complete = new ShardAggregate(COUNT, OPTIONS, whole);
      complete.add(List.of(event(1, 10), event(2, 70), event(3, 130)), new Position(1, 4));
      ShardAggregate incomplete = new ShardAggregate(COUNT, OPTIONS, lacking);
      incomplete.add(List.of(event(1, 10)), new Position(1, 2));
      incomplete.add(
          new EventPage(
              List.of(event(5, 70)),
              new Position(1, 6),
              OptionalInt.empty(),
              List.of(new Position(1, 5))),
          skipped -> {});
      List<MergedRows.MergedRow> rows = rows(OPTIONS, List.of(whole, lacking), List.of());
      assertThat(rows).extracting(row -> COUNT.result(row.part())).containsExactly(2L, 2L, 1L);
      assertThat(rows)
          .extracting(MergedRows.MergedRow::incomplete)
          .containsExactly(true, true, false);
    }
  }

  /**
   * Whatever the times of events and on whichever shards they are: what is shown is what a recount
   * of all events gives, and all windows are shown that the newest event leaves.
   */
  @Test
  void rows_are_those_of_a_recount_of_all_events_whatever_shards_have_dropped() {
    Seeds.forEach(SEEDS, seed -> recounted(new SplittableRandom(seed), folder.resolve("" + seed)));
  }

  private void recounted(SplittableRandom random, Path own) {
    WindowOptions options =
        new WindowOptions(
            Windows.tumbling(Duration.ofHours(1)),
            Duration.ZERO,
            Duration.ofHours(1 + random.nextInt(60)),
            Duration.ofDays(9));
    int shards = 1 + random.nextInt(4);
    Map<Long, Long> counted = new TreeMap<>();
    List<ShardState> states = new ArrayList<>();
    try {
      List<ShardAggregate> aggregates = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        states.add(new ShardState(own.resolve("" + shard), memory));
        aggregates.add(new ShardAggregate(COUNT, options, states.get(shard)));
      }
      long newest = Long.MIN_VALUE;
      for (int number = 1; number <= 60; number++) {
        int odd = random.nextInt(20) == 0 ? 9_000 : 0;
        StoredEvent event = event(number, random.nextInt(3_000) + odd);
        aggregates.get(random.nextInt(shards)).add(List.of(event), new Position(1, number + 1));
        long time = event.event().time().orElseThrow().toEpochMilli();
        newest = Math.max(newest, time);
        counted.merge(time - time % 3_600_000, 1L, Long::sum);
        long gone = newest - options.kept().toMillis();
        counted.keySet().removeIf(start -> start + 3_600_000 <= gone);
        List<MergedRows.MergedRow> rows = rows(options, states, List.of());
        Map<Long, Object> shown = new TreeMap<>();
        rows.forEach(row -> shown.put(row.window().startMillis(), COUNT.result(row.part())));
        assertThat(shown).isEqualTo(counted);
        assertThat(rows).noneMatch(MergedRows.MergedRow::incomplete);
      }
    } finally {
      states.forEach(ShardState::close);
    }
  }

  private static List<MergedRows.MergedRow> rows(
      WindowOptions options, List<ShardState> left, List<StateView> views) {
    if (left.isEmpty()) {
      MergedRows.Wanted all =
          new MergedRows.Wanted(Long.MIN_VALUE, Long.MAX_VALUE, GroupFilter.ANY, Integer.MAX_VALUE);
      return MergedRows.of(COUNT, options, views, all).rows();
    }
    return left.getFirst()
        .read(
            view -> {
              List<StateView> more = new ArrayList<>(views);
              more.add(view);
              return rows(options, left.subList(1, left.size()), more);
            });
  }

  private static StoredEvent event(int sequence, int minute) {
    Instant time = BEGIN.plus(Duration.ofMinutes(minute));
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, sequence)),
        Event.builder(Bytes.EMPTY).time(time).build(),
        time);
  }
}
