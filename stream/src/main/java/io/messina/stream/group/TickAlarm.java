package io.messina.stream.group;

import io.messina.runtime.NodeTime;
import java.time.Duration;

/** A single alarm, which is only ever moved earlier. Not safe for use by several threads. */
final class TickAlarm {

  private static final NodeTime.Cancellation NOTHING = () -> {};

  private final NodeTime time;
  private final Runnable tick;
  private long atMillis = Long.MAX_VALUE;
  private NodeTime.Cancellation pending = NOTHING;

  TickAlarm(NodeTime time, Runnable tick) {
    this.time = time;
    this.tick = tick;
  }

  /** Sets the alarm to ring no later than a time. */
  void at(long dueMillis, long nowMillis) {
    if (dueMillis < atMillis) {
      pending.cancel();
      atMillis = dueMillis;
      pending = time.schedule(Duration.ofMillis(Math.max(0, dueMillis - nowMillis)), tick);
    }
  }

  /** Called when the alarm rang, or one that was cancelled too late: later ones are set again. */
  void rang() {
    clear();
  }

  void clear() {
    pending.cancel();
    pending = NOTHING;
    atMillis = Long.MAX_VALUE;
  }
}
