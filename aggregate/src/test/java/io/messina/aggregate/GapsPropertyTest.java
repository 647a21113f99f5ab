package io.messina.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.aggregate.kind.Kinds;
import io.messina.aggregate.snapshot.MemoryFolder;
import io.messina.aggregate.state.Gaps;
import io.messina.aggregate.state.ShardState;
import io.messina.aggregate.state.StateMemory;
import io.messina.aggregate.window.Window;
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
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stretches of a stream are dropped before they are read; each window that may lack one says so.
 */
class GapsPropertyTest {

  private static final Instant BEGIN = Instant.parse("2026-03-28T00:00:00Z");
  private static final WindowOptions OPTIONS =
      new WindowOptions(
          Windows.sliding(Duration.ofMinutes(60), Duration.ofMinutes(30)),
          Duration.ofMinutes(40),
          Duration.ofDays(30),
          Duration.ofMinutes(90));

  @TempDir(factory = MemoryFolder.class)
  private Path folder;

  @Test
  void a_window_is_incomplete_if_an_event_of_it_that_was_in_time_was_dropped() {
    AtomicInteger sound = new AtomicInteger();
    Seeds.forEach(
        40,
        seed -> {
          try (StateMemory memory = new StateMemory(1, 8 << 20)) {
            play(
                new SplittableRandom(seed),
                new ShardState(folder.resolve("" + seed), memory),
                sound);
          }
        });
    assertThat(sound).as("windows that are not incomplete").hasPositiveValue();
  }

  private static void play(SplittableRandom random, ShardState state, AtomicInteger sound) {
    ShardAggregate aggregate =
        new ShardAggregate(Kinds.count(event -> Bytes.EMPTY), OPTIONS, state);
    List<Window> lacking = new ArrayList<>();
    List<Position> gaps = new ArrayList<>();
    List<StoredEvent> page = new ArrayList<>();
    Instant appended = BEGIN;
    long watermark = Long.MIN_VALUE;
    long inTime = Long.MIN_VALUE; // what was in time before the gap
    boolean dropping = false;
    for (int i = 0; i < 300; i++) {
      appended = appended.plusSeconds(random.nextInt(400));
      boolean drops = random.nextInt(dropping ? 8 : 60) < (dropping ? 7 : 1);
      if (dropping && !drops) {
        gaps.add(Position.unpack(i));
      }
      if (drops && !dropping) {
        inTime = watermark == Long.MIN_VALUE ? watermark : watermark - 2_400_000;
      }
      dropping = drops;
      long time = appended.toEpochMilli() - 3_000_000 + random.nextInt(8_400_000);
      if (drops) {
        for (Window window : OPTIONS.windows().of(time)) {
          if (window.endMillis() > inTime) {
            lacking.add(window);
          }
        }
      } else {
        page.add(event(i, appended, time));
        watermark = Math.max(watermark, time);
      }
      if (random.nextInt(20) == 0 || i == 299) {
        if (dropping) {
          gaps.add(Position.unpack(i + 1));
        }
        aggregate.add(
            new EventPage(page, Position.unpack(i + 1), OptionalInt.empty(), gaps), any -> {});
        page.clear();
        gaps.clear();
      }
    }
    Gaps found = state.progress().gaps();
    assertThat(lacking).allMatch(window -> found.isIn(window.startMillis()));
    long end = appended.toEpochMilli();
    for (long start = BEGIN.toEpochMilli(); start < end; start += 1_800_000) {
      sound.addAndGet(found.isIn(start) ? 0 : 1);
    }
  }

  private static StoredEvent event(int number, Instant appended, long time) {
    Event event = Event.builder(Bytes.EMPTY).time(Instant.ofEpochMilli(time)).build();
    return new StoredEvent(new EventAddress(1, 0, 0, Position.unpack(number)), event, appended);
  }

  @Test
  void what_was_final_before_and_what_begins_long_after_is_complete() {
    try (StateMemory memory = new StateMemory(1, 8 << 20)) {
      ShardState state = new ShardState(folder.resolve("one"), memory);
      ShardAggregate aggregate =
          new ShardAggregate(Kinds.count(event -> Bytes.EMPTY), OPTIONS, state);
      long hour = 3_600_000;
      long begin = BEGIN.toEpochMilli();
      aggregate.add(List.of(event(0, at(5), begin + 5 * hour)), Position.unpack(1));
      aggregate.add(
          new EventPage(
              List.of(), Position.unpack(9), OptionalInt.empty(), List.of(Position.unpack(9))),
          any -> {});
      assertThat(state.progress().gaps().isIn(begin + 99 * hour)).as("not known yet").isTrue();
      aggregate.add(List.of(event(9, at(8), begin + 8 * hour)), Position.unpack(10));

      Gaps gaps = state.progress().gaps();
      assertThat(gaps.count()).isEqualTo(1);
      assertThat(gaps.isIn(begin + 3 * hour)).as("ended before 4:20").isFalse();
      assertThat(gaps.isIn(begin + 4 * hour)).isTrue();
      assertThat(gaps.isIn(begin + 9 * hour + hour / 2)).isTrue();
      assertThat(gaps.isIn(begin + 10 * hour)).as("90 minutes ahead").isFalse();
    }
  }

  private static Instant at(int hour) {
    return BEGIN.plus(Duration.ofHours(hour));
  }
}
