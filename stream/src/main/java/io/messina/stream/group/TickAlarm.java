package io.messina.stream.group;

import io.messina.runtime.NodeTime;
import java.time.Duration;

/** At most one alarm at a time, moved to earlier only. Not for use by several threads. */
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

  /** Rings at a time at the latest. */
  void at(long dueMillis, long nowMillis) {
    if (dueMillis < atMillis) {
      pending.cancel();
      atMillis = dueMillis;
      pending = time.schedule(Duration.ofMillis(Math.max(0, dueMillis - nowMillis)), tick);
    }
  }

  /** It rang, or one that was taken back did nevertheless: what is due later is armed anew. */
  void rang() {
    clear();
  }

  void clear() {
    pending.cancel();
    pending = NOTHING;
    atMillis = Long.MAX_VALUE;
  }
}
