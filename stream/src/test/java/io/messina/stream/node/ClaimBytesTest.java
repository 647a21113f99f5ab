package io.messina.stream.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ClaimOptions;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.log.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class ClaimBytesTest {

  private static final int KIB = 1 << 10;

  @AutoClose private final StreamsRoom room = new StreamsRoom(4, UnaryOperator.identity());

  @Test
  void a_claim_is_bounded_in_bytes_over_all_shards_and_the_surplus_counts_no_attempt() {
    room.append(5, 300 * KIB);
    List<ClaimedEvent> all = new ArrayList<>();
    while (all.size() < 20) {
      List<ClaimedEvent> claimed = room.claim(ClaimOptions.upTo(100).withBytesMax(1_000 * KIB));
      assertThat(claimed).isNotEmpty();
      assertThat(bytes(claimed)).isLessThanOrEqualTo(1_000 * KIB);
      all.addAll(claimed);
    }
    assertThat(all).extracting(event -> event.stored().id()).doesNotHaveDuplicates();
    assertThat(all).allMatch(event -> event.attempt() == 1);
  }

  @Test
  void one_event_is_handed_out_however_few_bytes_are_asked_for() {
    room.append(1, KIB);
    for (int i = 0; i < 4; i++) {
      assertThat(room.claim(ClaimOptions.upTo(100).withBytesMax(1))).hasSize(1);
    }
    assertThat(room.claim(ClaimOptions.upTo(100))).isEmpty();
  }

  private static long bytes(List<ClaimedEvent> events) {
    return events.stream()
        .mapToLong(event -> RecordBatch.bytesAtMost(event.stored().event()))
        .sum();
  }
}
