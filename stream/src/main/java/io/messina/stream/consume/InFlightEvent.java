package io.messina.stream.consume;

import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.delivery.ClaimId;
import org.jspecify.annotations.Nullable;

/** One event with a handler, from its claim until the group has its outcome. */
final class InFlightEvent {

  final ClaimedEvent claimed;
  final long beganNanos;
  volatile long leasedNanos;
  private @Nullable Thread thread; // under this
  private boolean over; // under this

  InFlightEvent(ClaimedEvent claimed, long nowNanos) {
    this.claimed = claimed;
    this.beganNanos = nowNanos;
    this.leasedNanos = nowNanos;
  }

  int shard() {
    return claimed.receipt().shard();
  }

  ClaimId claim() {
    ClaimAddress receipt = claimed.receipt();
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  synchronized void handledBy(Thread current) {
    thread = current;
  }

  /** The handler has returned: its thread is not interrupted from now on. */
  synchronized void handled() {
    over = true;
  }

  synchronized boolean isHandled() {
    return over;
  }

  synchronized void interrupt() {
    if (thread != null && !over) {
      thread.interrupt();
    }
  }
}
