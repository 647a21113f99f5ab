package io.messina.bench.http;

import io.messina.bench.figures.Percentiles;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Latencies of events that tell when they were due, from then on until they are added here. For
 * many threads.
 */
public final class DueLatencies {

  private static final int DIGITS = DueEvent.DUE_DIGITS;

  private Latencies latencies = new Latencies();
  private long count;

  /** None yet. */
  public DueLatencies() {}

  /**
   * Adds an event that has arrived now.
   *
   * @param payload of the event
   */
  public void add(ByteBuffer payload) {
    long arrivedNanos = System.nanoTime();
    add(arrivedNanos, DueEvent.dueNanos(payload, payload.position() + DueEvent.DUE_AT));
  }

  /** Adds all events of an answer, which has arrived now. */
  void addAll(HttpAnswer answer) {
    long arrivedNanos = System.nanoTime();
    ByteBuffer bytes = ByteBuffer.wrap(answer.bytes());
    for (int at = answer.find(DueEvent.DUE, 0); at >= 0; at = answer.find(DueEvent.DUE, at)) {
      at += DueEvent.DUE.length;
      add(arrivedNanos, DueEvent.dueNanos(bytes, at));
      at += DIGITS;
    }
  }

  private synchronized void add(long arrivedNanos, long dueNanos) {
    latencies.add(arrivedNanos - dueNanos);
    count++;
  }

  /** The number of events since the last {@link #take}. */
  public synchronized long count() {
    return count;
  }

  /**
   * Forgets them.
   *
   * @return their number, and p50 and p99 in milliseconds, with blanks between them
   */
  public synchronized String take() {
    if (count == 0) {
      return "0 NaN NaN";
    }
    Percentiles millis = latencies.millis();
    String taken = String.format(Locale.ROOT, "%d %f %f", count, millis.at(50), millis.at(99));
    latencies = new Latencies();
    count = 0;
    return taken;
  }
}
