package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.GroupOptions;
import io.messina.api.Order;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A group with as many unfinished events as it may have. */
final class FullBacklogTest extends DeliveryRig {

  private static final GroupOptions OPTIONS = GroupOptions.DEFAULT.order(Order.KEY);
  private static final int KEYS = 3;
  private static final int FULL = OPTIONS.limits().maxUnfinished();

  /** As when a shard has got another owner: its next lane is far behind the one before. */
  @Test
  void it_goes_on_where_the_next_lane_begins() {
    delivery = group(OPTIONS);
    read(keys(FULL - 1));
    assertThat(delivery.room()).isOne();
    long lane = 2 * START;
    assertThat(delivery.read(new LogStretch(delivery.next(), lane, 0, new long[0], new long[0]), 0))
        .isTrue();
    read(keys(1));
    assertThat(delivery.room()).isZero();

    assertAllAreHandedOut(FULL);
  }

  private void assertAllAreHandedOut(int count) {
    int done = 0;
    for (int i = 0; i < count && done < count; i++) {
      Effect.Claimed claimed = claimed(KEYS, i);
      done += claimed.claimIds().size();
      var _ = settled(ACK, claimed, i);
    }
    assertThat(done).isEqualTo(count);
  }

  private static long[] keys(int count) {
    return LongStream.range(0, count).map(i -> i % KEYS).toArray();
  }
}
