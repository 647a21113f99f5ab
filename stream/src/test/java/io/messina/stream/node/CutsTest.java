package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CutsTest {

  private static final long DAY = Duration.ofDays(1).toNanos() / 1_000;

  private final Cuts cuts =
      new Cuts(
          3,
          40 * DAY,
          new TreeMap<>(
              Map.of(
                  1,
                  new LaneCut(5, 10 * DAY),
                  2,
                  new LaneCut(5, 35 * DAY),
                  3,
                  new LaneCut(5, 40 * DAY))));

  @Test
  void a_lane_is_over_once_a_later_one_was_appended_to_long_after_its_end() {
    assertThat(cuts.over(Duration.ofDays(8), 40 * DAY)).containsExactly(1);
    assertThat(cuts.over(Duration.ofDays(4), 40 * DAY)).containsExactly(1, 2);
    assertThat(cuts.over(Duration.ofDays(31), 40 * DAY)).isEmpty();
  }

  @Test
  void a_clock_that_is_ahead_or_behind_forgets_nothing_that_lives() {
    assertThat(cuts.over(Duration.ofDays(8), 4_000 * DAY)).containsExactly(1);
    assertThat(cuts.over(Duration.ofDays(8), 15 * DAY)).isEmpty();
  }

  @Test
  void a_cut_is_read_as_it_was_written() {
    LaneCut cut = new LaneCut(7, 8, true);

    assertThat(LaneCut.decode(cut.encode())).isEqualTo(cut);
    assertThat(LaneCut.decode(new LaneCut(7, 8).encode())).isEqualTo(new LaneCut(7, 8));
    assertThat(new Cuts(2, 8, new TreeMap<>(Map.of(1, cut, 2, new LaneCut(7, 8)))).damaged())
        .containsExactly(1);
  }
}
