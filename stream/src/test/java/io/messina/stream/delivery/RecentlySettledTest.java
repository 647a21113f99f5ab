package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.ReceiptStatus;
import io.messina.stream.delivery.RecentlySettled.SettledAs;
import org.junit.jupiter.api.Test;

class RecentlySettledTest {

  private final RecentlySettled recent = new RecentlySettled();

  @Test
  void it_takes_memory_as_events_are_settled_and_no_more_than_for_the_newest() {
    assertThat(recent.size()).isZero();
    settle(0, 1);
    assertThat(recent.size()).isEqualTo(RecentlySettled.SIZE_MIN);
    settle(1, 1_000);
    assertThat(recent.size()).isEqualTo(1_024);
    assertKnown(0, 1_000);
    settle(1_000, 40_000);
    assertThat(recent.size()).isEqualTo(RecentlySettled.SIZE_MAX);
    assertKnown(40_000 - RecentlySettled.SIZE_MAX, 40_000);
    assertThat(status(0)).isEqualTo(ReceiptStatus.UNKNOWN);
  }

  @Test
  void a_few_events_far_from_each_other_take_little() {
    for (int i = 0; i < 20; i++) {
      settle(i * 100_003L, i * 100_003L + 1);
    }
    assertThat(recent.size()).isEqualTo(RecentlySettled.SIZE_MIN);
  }

  @Test
  void an_idle_group_forgets_and_takes_no_memory() {
    settle(0, 100);
    assertThat(recent.idleAtMillis()).isEqualTo(RecentlySettled.IDLE_MILLIS + 99);
    recent.clear();
    assertThat(recent.size()).isZero();
    assertThat(recent.idleAtMillis()).isEqualTo(GroupDelivery.NEVER);
    assertThat(status(5)).isEqualTo(ReceiptStatus.UNKNOWN);
    settle(0, 1);
    assertKnown(0, 1);
  }

  private void settle(long from, long to) {
    for (long position = from; position < to; position++) {
      recent.put(position, position + 1, SettledAs.ACKED, position);
    }
  }

  private void assertKnown(long from, long to) {
    for (long position = from; position < to; position++) {
      assertThat(status(position)).as("%s", position).isEqualTo(ReceiptStatus.OK);
    }
  }

  private ReceiptStatus status(long position) {
    return recent.status(new ClaimId(position, position + 1, 0), SettledAs.ACKED);
  }
}
