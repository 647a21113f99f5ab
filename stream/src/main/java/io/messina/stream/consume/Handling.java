package io.messina.stream.consume;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.Receipt;
import io.messina.stream.delivery.ClaimId;
import org.jspecify.annotations.Nullable;

/** One event with a handler, from its claim until what came of it is told to the group. */
final class Handling {

  final ClaimedEvent event;
  final long beganNanos;
  volatile long leasedNanos;
  private @Nullable Thread thread; // under this
  private boolean over; // under this

  Handling(ClaimedEvent event, long nowNanos) {
    this.event = event;
    this.beganNanos = nowNanos;
    this.leasedNanos = nowNanos;
  }

  int shard() {
    return event.receipt().shard();
  }

  ClaimId claim() {
    Receipt receipt = event.receipt();
    return new ClaimId(receipt.position().packed(), receipt.claim(), receipt.run());
  }

  synchronized void handledBy(Thread current) {
    thread = current;
  }

  /** The handler has returned: no interrupt reaches its thread from now on. */
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
