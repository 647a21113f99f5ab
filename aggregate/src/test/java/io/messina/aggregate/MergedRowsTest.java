package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Windows;
import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.Event;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.owner.EventPage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedRowsTest {

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
      MergedRows merged =
          whole.read(
              one ->
                  lacking.read(
                      other ->
                          MergedRows.of(
                              COUNT,
                              OPTIONS,
                              List.of(one, other),
                              new MergedRows.Wanted(
                                  0, Long.MAX_VALUE, any -> true, Integer.MAX_VALUE))));
      assertThat(merged.rows())
          .extracting(row -> COUNT.result(row.part()))
          .containsExactly(2L, 2L, 1L);
      assertThat(merged.rows())
          .extracting(MergedRows.MergedRow::incomplete)
          .containsExactly(true, true, false);
    }
  }

  private static StoredEvent event(int sequence, int minute) {
    Instant time = BEGIN.plus(Duration.ofMinutes(minute));
    return new StoredEvent(
        new EventAddress(1, 0, 0, new Position(1, sequence)),
        Event.builder(Bytes.EMPTY).time(time).build(),
        time);
  }
}
