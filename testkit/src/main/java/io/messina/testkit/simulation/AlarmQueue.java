package io.messina.testkit.simulation;

import java.util.PriorityQueue;

/** Alarms in the order of their time, and of equal times in the order in which they were set. */
final class AlarmQueue {

  private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(AlarmQueue::compare);
  private long number;

  Alarm add(long dueNanos, Runnable action) {
    Alarm alarm = new Alarm(dueNanos, number++, action);
    alarms.add(alarm);
    return alarm;
  }

  /** When the first alarm rings, or the end of time. */
  long nextNanos() {
    Alarm first = alarms.peek();
    while (first != null && !first.isPending()) {
      alarms.remove();
      first = alarms.peek();
    }
    return first == null ? Long.MAX_VALUE : first.dueNanos();
  }

  /** Lets the first alarm ring. */
  void ring() {
    Alarm first = alarms.poll();
    Runnable action = first == null ? null : first.takeAction();
    if (action != null) {
      action.run();
    }
  }

  private static int compare(Alarm left, Alarm right) {
    int byTime = Long.compare(left.dueNanos(), right.dueNanos());
    return byTime == 0 ? Long.compare(left.number(), right.number()) : byTime;
  }

  void clear() {
    alarms.clear();
  }
}
