package io.messina.server.http;

import io.messina.runtime.Mutex;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Interrupts threads that read bodies of which nothing arrives any more: they would hold the memory
 * of the whole body. Interrupting a virtual thread that reads closes its socket. The time-out of
 * Helidon's sockets would end idle connections too, which clients keep for their next request. Safe
 * for use by many threads.
 */
final class BodyWatch implements AutoCloseable {

  private final Duration silenceMax;
  private final Set<Reading> readings = ConcurrentHashMap.newKeySet();
  private final Thread thread;

  /** Watches until it is closed, on a thread of its own. */
  BodyWatch(Duration silenceMax) {
    this.silenceMax = silenceMax;
    this.thread = Thread.ofVirtual().name("bodies").start(this::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(silenceMax.dividedBy(4));
        long now = System.nanoTime();
        readings.forEach(reading -> reading.check(now));
      }
    } catch (InterruptedException _) {
      // closed
    }
  }

  /** The calling thread reads a body until it closes what this returns. */
  Reading begin() {
    Reading reading = new Reading();
    readings.add(reading);
    return reading;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /** A body that is being read by one thread. */
  final class Reading implements AutoCloseable {

    private final Mutex lock = new Mutex();
    private final Thread reader = Thread.currentThread();
    private volatile long arrivedNanos = System.nanoTime();
    private boolean over;
    private boolean interrupted;

    private Reading() {}

    /** A part of the body has arrived. */
    void arrived() {
      arrivedNanos = System.nanoTime();
    }

    private void check(long nowNanos) {
      try (var _ = lock.hold()) {
        if (!over && nowNanos - arrivedNanos > silenceMax.toNanos()) {
          over = true;
          interrupted = true;
          reader.interrupt();
        }
      }
    }

    /** From now on the thread is not interrupted. Repeating it changes nothing. */
    @Override
    public void close() {
      readings.remove(this);
      try (var _ = lock.hold()) {
        over = true;
        if (interrupted) {
          interrupted = false;
          var _ = Thread.interrupted();
        }
      }
    }
  }
}
