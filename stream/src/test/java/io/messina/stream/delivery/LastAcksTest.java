package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.stream.delivery.StateImage.Acked;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LastAcksTest {

  private static final int MAX = LastAcks.MAX;

  private final LastAcks acks = new LastAcks();

  @Test
  void a_write_says_the_acks_of_its_own_and_of_the_write_before() {
    acks.add(2, 1);
    assertThat(acks.toWrite()).containsExactly(new Acked(2, 1));
    acks.add(1, 2);
    assertThat(acks.toWrite()).containsExactly(new Acked(1, 2), new Acked(2, 1));
    assertThat(acks.toWrite()).containsExactly(new Acked(1, 2));
    assertThat(acks.toWrite()).isEmpty();
  }

  @Test
  void the_first_write_of_an_owner_says_all_that_the_former_one_told() {
    restore(2 * MAX);
    assertThat(positions()).hasSize(2 * MAX);
    assertThat(positions()).isEmpty();
  }

  @Test
  void own_acks_take_the_place_of_the_oldest_of_the_former_owner() {
    restore(2 * MAX);
    LongStream.range(10_000, 10_000 + MAX).forEach(position -> acks.add(position, 2));
    List<Long> written = positions();
    assertThat(written).hasSize(2 * MAX).contains((long) MAX, 2L * MAX - 1, 9_999L + MAX);
    assertThat(written).doesNotContain(MAX - 1L);
  }

  private void restore(int count) {
    LongStream.range(0, count).forEach(position -> acks.restore(new Acked(position, 1)));
  }

  private List<Long> positions() {
    return acks.toWrite().stream().map(Acked::position).toList();
  }
}
