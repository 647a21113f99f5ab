package io.messina.messaging.track;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentIdsTest {

  private static final int REMEMBERED = 1 << 15;

  private final RecentIds ids = new RecentIds();

  private int fresh(int from, int end) {
    int fresh = 0;
    for (int i = from; i < end; i++) {
      fresh += ids.add("m" + i) ? 1 : 0;
    }
    return fresh;
  }

  @Test
  void the_last_ones_are_known_however_many_came_before() {
    int all = 5 * REMEMBERED;
    for (int begin = 0; begin < all; begin += 1_000) {
      assertThat(fresh(begin, begin + 1_000)).isEqualTo(1_000);
      assertThat(fresh(Math.max(0, begin + 1_000 - REMEMBERED), begin + 1_000)).isZero();
    }
    assertThat(fresh(0, REMEMBERED)).as("the oldest are forgotten").isEqualTo(REMEMBERED);
  }

  @Test
  void all_are_forgotten_at_once() {
    assertThat(fresh(0, 10)).isEqualTo(10);
    ids.clear();
    assertThat(fresh(0, 10)).isEqualTo(10);
  }
}
