package io.messina.stream.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.test.rules.FullBuild;
import io.messina.testkit.Faults;
import io.messina.testkit.Seeds;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Why streams do not read "all events since T": what is written later than the reader's overlap is
 * never handed out, and no overlap is long enough for every write and every clock. In a lane there
 * is nothing to be late for, as its one writer gives each event its place.
 */
final class OffsetsBesideLanesTest {

  private static final Duration LATE_MAX = Duration.ofSeconds(5);
  private static final Duration SKEW_MAX = Duration.ofMillis(500);
  private static final Duration NO_SKEW = Duration.ZERO;

  /** Some writes take up to five seconds, and are acknowledged then. */
  private static final Faults LATE_WRITES = faults(0.08);

  private static final Faults PROMPT_WRITES = faults(0);

  @FullBuild("it shows why lanes are; that these miss nothing is tried in each build")
  @Test
  void an_offset_by_time_misses_events_whose_write_is_later_than_the_overlap() {
    Duration overlap = Duration.ofSeconds(1);
    AtomicInteger lost = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          ShardRun.Outcome outcome = offsets(seed, LATE_WRITES, NO_SKEW, overlap);
          assertThat(outcome.unexpected()).isEmpty();
          assertThat(outcome.lost().values()).allMatch(took -> took.compareTo(overlap) > 0);
          lost.addAndGet(outcome.lost().size());
        });
    assertThat(lost.get()).isPositive();
  }

  @FullBuild("it shows why lanes are")
  @Test
  void an_offset_by_time_misses_events_of_a_clock_that_is_further_behind_than_the_overlap() {
    AtomicInteger lost = new AtomicInteger();
    Seeds.forEach(
        seed ->
            lost.addAndGet(
                offsets(seed, PROMPT_WRITES, Duration.ofSeconds(2), Duration.ofSeconds(1))
                    .lost()
                    .size()));
    assertThat(lost.get()).isPositive();
  }

  @FullBuild("it shows why lanes are")
  @Test
  void an_offset_by_time_misses_nothing_as_long_as_the_overlap_is_longer_than_any_write_and_skew() {
    Duration overlap = LATE_MAX.plus(SKEW_MAX).plus(SKEW_MAX);
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          ShardRun.Outcome outcome = offsets(seed, LATE_WRITES, SKEW_MAX, overlap);
          assertThat(outcome.lost()).isEmpty();
          assertThat(outcome.unexpected()).isEmpty();
          acknowledged.addAndGet(outcome.acknowledged());
          histories.incrementAndGet();
        });
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 30);
  }

  @Test
  void an_overlap_is_paid_for_by_reading_each_event_again_and_again() {
    OffsetDesign[] design = new OffsetDesign[1];
    ShardRun.Outcome outcome =
        ShardRun.of(
            1,
            LATE_WRITES,
            SKEW_MAX,
            rig -> {
              design[0] = new OffsetDesign(rig, LATE_MAX.plus(SKEW_MAX).plus(SKEW_MAX));
              return design[0];
            });
    assertThat(design[0].rowsRead()).isGreaterThan(outcome.acknowledged() * 10L);
  }

  @Test
  void a_lane_misses_nothing_with_the_same_seeds_and_faults() {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicInteger histories = new AtomicInteger();
    Seeds.forEach(
        seed -> {
          for (Faults faults : new Faults[] {LATE_WRITES, PROMPT_WRITES}) {
            ShardRun.Outcome outcome =
                ShardRun.of(seed, faults, Duration.ofSeconds(2), LaneDesign::new);
            assertThat(outcome.lost()).isEmpty();
            assertThat(outcome.unexpected()).isEmpty();
            acknowledged.addAndGet(outcome.acknowledged());
            histories.incrementAndGet();
          }
        });
    assertThat(acknowledged.get()).isGreaterThan(histories.get() * 30);
  }

  private static ShardRun.Outcome offsets(
      long seed, Faults faults, Duration skewMax, Duration overlap) {
    return ShardRun.of(seed, faults, skewMax, rig -> new OffsetDesign(rig, overlap));
  }

  private static Faults faults(double late) {
    return new Faults(0.01, 0.01, late, Duration.ofMillis(20), LATE_MAX, Duration.ofSeconds(10), 8);
  }
}
