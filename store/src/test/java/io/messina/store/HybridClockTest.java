package io.messina.store;

import static io.messina.store.Examples.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class HybridClockTest {

  private static final long START_MICROS = 1_700_000_000_000_000L;
  private static final long DAY_MICROS = 86_400_000_000L;

  private Instant wall = at(START_MICROS);
  private final HybridClock clock = new HybridClock(() -> wall, 0);

  @Test
  void a_timestamp_is_the_time_in_microseconds() {
    assertThat(clock.next()).isEqualTo(START_MICROS);
    wall = at(START_MICROS + 7);
    assertThat(clock.next()).isEqualTo(START_MICROS + 7);
  }

  @Test
  void each_is_above_the_last_while_the_wall_clock_stands() {
    assertThat(List.of(clock.next(), clock.next(), clock.next()))
        .containsExactly(START_MICROS, START_MICROS + 1, START_MICROS + 2);
  }

  @Test
  void each_is_above_the_last_when_the_wall_clock_is_set_back() {
    long first = clock.next();
    wall = at(START_MICROS - DAY_MICROS);
    assertThat(clock.next()).isEqualTo(first + 1);
    wall = at(START_MICROS + 9);
    assertThat(clock.next()).isEqualTo(START_MICROS + 9);
  }

  @Test
  void all_lie_above_the_floor() {
    assertThat(new HybridClock(() -> wall, START_MICROS + 5).next()).isEqualTo(START_MICROS + 6);
  }

  @Test
  void several_at_once_are_given_to_nobody_else() {
    assertThat(clock.next(10)).isEqualTo(START_MICROS);
    assertThat(clock.next()).isEqualTo(START_MICROS + 10);
    assertThat(clock.next(1)).isEqualTo(START_MICROS + 11);
    assertRefused("count: 0 (expected: from 1)", () -> clock.next(0));
  }

  @Test
  void many_threads_never_get_the_same() throws Exception {
    int threads = 8;
    int ranges = 500;
    List<Callable<List<Long>>> tasks = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int count = 1 + thread % 3;
      tasks.add(
          () -> {
            List<Long> given = new ArrayList<>();
            for (int range = 0; range < ranges; range++) {
              long first = clock.next(count);
              for (int i = 0; i < count; i++) {
                given.add(first + i);
              }
            }
            return given;
          });
    }
    Set<Long> all = new HashSet<>();
    int given = 0;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      for (Future<List<Long>> task : executor.invokeAll(tasks)) {
        assertThat(task.get()).isSorted();
        given += task.get().size();
        all.addAll(task.get());
      }
    } finally {
      executor.shutdown();
    }
    assertThat(all).hasSize(given);
  }

  @Test
  void what_was_seen_elsewhere_is_passed() {
    clock.observe(START_MICROS + 100);
    assertThat(clock.next()).isEqualTo(START_MICROS + 101);
    clock.observe(START_MICROS - 100);
    assertThat(clock.next()).isEqualTo(START_MICROS + 102);
  }

  @Test
  void what_lies_more_than_a_day_ahead_is_refused_and_changes_nothing() {
    long furthest = START_MICROS + DAY_MICROS;
    assertRefused(
        "timestampMicros: " + (furthest + 1) + " (expected: at most a day ahead, " + furthest + ")",
        () -> clock.observe(furthest + 1));
    assertThat(clock.next()).isEqualTo(START_MICROS);
    clock.observe(furthest);
    assertThat(clock.next()).isEqualTo(furthest + 1);
  }

  private static Instant at(long micros) {
    return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
  }
}
