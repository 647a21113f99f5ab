package io.messina.messaging.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.stream.EventAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When uncertain messages are looked at again. */
class SweepScheduleTest {

  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final EventAddress LETTER = new EventAddress(1, 3, 0, new Position(1, 7));

  private final SweepSchedule memory = new SweepSchedule(LOOK);

  private static long nanos(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }

  /** Reads the shard each time that it is not quiet; returns how often the letter is looked at. */
  private int looks(long fromSeconds, long toSeconds) {
    int looks = 0;
    for (long seconds = fromSeconds; seconds < toSeconds; seconds += 2) {
      long nowNanos = nanos(seconds);
      if (!memory.isQuiet(3, 1, nowNanos)) {
        if (memory.isDue(LETTER, nowNanos)) {
          looks++;
          memory.stays(LETTER, Optional.empty(), nowNanos);
        }
        memory.read(3, 1, Set.of(LETTER), nowNanos);
      }
    }
    return looks;
  }

  @Test
  void what_waits_for_somebody_is_looked_at_less_and_less() {
    assertThat(looks(0, 60)).isBetween(4, 6);
    assertThat(looks(60, 3_660)).isBetween(11, 16);
  }

  @Test
  void a_shard_without_letters_is_read_once_a_minute() {
    int reads = 0;
    for (long seconds = 0; seconds < 600; seconds += 2) {
      if (!memory.isQuiet(3, 0, nanos(seconds))) {
        reads++;
        memory.read(3, 0, Set.of(), nanos(seconds));
      }
    }
    assertThat(reads).isBetween(10, 12);
  }

  @Test
  void a_letter_more_is_read_at_once() {
    memory.read(3, 1, Set.of(LETTER), nanos(0));
    memory.read(3, 1, Set.of(LETTER), nanos(2));
    memory.stays(LETTER, Optional.empty(), nanos(2));
    memory.read(3, 1, Set.of(LETTER), nanos(2));
    assertThat(memory.isQuiet(3, 1, nanos(3))).isTrue();
    assertThat(memory.isQuiet(3, 2, nanos(3))).isFalse();
  }

  @Test
  void a_letter_is_looked_at_when_something_is_to_be_done_with_it() {
    for (long seconds = 0; seconds < 600; seconds += 2) {
      memory.stays(LETTER, Optional.empty(), nanos(seconds));
    }
    memory.stays(LETTER, Optional.of(Duration.ofSeconds(35)), nanos(600));
    memory.read(3, 1, Set.of(LETTER), nanos(600));
    memory.read(3, 1, Set.of(LETTER), nanos(602));
    assertThat(memory.isDue(LETTER, nanos(634))).isFalse();
    assertThat(memory.isQuiet(3, 1, nanos(634))).isTrue();
    assertThat(memory.isDue(LETTER, nanos(635))).isTrue();
    assertThat(memory.isQuiet(3, 1, nanos(635))).isFalse();
  }

  @Test
  void a_shard_that_comes_back_is_read_anew() {
    memory.read(3, 1, Set.of(LETTER), nanos(0));
    memory.read(3, 1, Set.of(LETTER), nanos(2));
    memory.stays(LETTER, Optional.empty(), nanos(2));
    memory.keepOnly(Set.of());
    assertThat(memory.isQuiet(3, 1, nanos(3))).isFalse();
    assertThat(memory.isDue(LETTER, nanos(3))).isTrue();
  }
}
