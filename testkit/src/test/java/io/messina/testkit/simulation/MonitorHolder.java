package io.messina.testkit.simulation;

import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** A thread outside of a simulation that holds a monitor until somebody waits for it. */
final class MonitorHolder {

  private final Object monitor = new Object();

  /** Calls while the monitor was, just before, held outside. */
  <T> T releasedBy(Supplier<T> action) {
    Thread waiting = Thread.currentThread();
    CountDownLatch held = new CountDownLatch(1);
    Thread.ofPlatform().start(() -> holdUntilBlocked(waiting, held));
    while (held.getCount() > 0) {
      Thread.onSpinWait();
    }
    synchronized (monitor) {
      return action.get();
    }
  }

  private void holdUntilBlocked(Thread waiting, CountDownLatch held) {
    synchronized (monitor) {
      held.countDown();
      while (waiting.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
  }
}
