package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Position;
import io.messina.store.Bytes;
import io.messina.stream.owner.SavedPosition;
import io.messina.stream.owner.SavedState;
import io.messina.stream.owner.Section;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CutsTest {

  private static final long DAY = Duration.ofDays(1).toNanos() / 1_000;

  private final Cuts cuts =
      new Cuts(
          3,
          40 * DAY,
          Position.START,
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
    assertThat(cutsOf(new TreeMap<>(Map.of(1, cut, 2, new LaneCut(7, 8)))).damaged())
        .containsExactly(1);
  }

  @Test
  void where_forgotten_lanes_ended_is_not_forgotten() {
    assertThat(cuts.without(List.of(1)).forgottenTo()).isEqualTo(new Position(1, 5));
    Cuts left = cuts.without(List.of(1, 2)).without(List.of());

    assertThat(left.forgottenTo()).isEqualTo(new Position(2, 5));
    assertThat(left.ends()).containsOnlyKeys(3);
    assertThat(Cuts.of(saved(left))).isEqualTo(left);
  }

  private static SavedState saved(Cuts cuts) {
    NavigableMap<String, Bytes> rows = new TreeMap<>();
    rows.put("through", new LaneCut(cuts.through(), cuts.floorMicros()).encode());
    rows.put("forgotten", SavedPosition.encode(cuts.forgottenTo()));
    cuts.lanes().forEach((epoch, cut) -> rows.put("%07d".formatted(epoch), cut.encode()));
    return new SavedState(Map.of(Section.CUTS.value(), rows));
  }

  private static Cuts cutsOf(NavigableMap<Integer, LaneCut> lanes) {
    return new Cuts(2, 8, Position.START, lanes);
  }
}
