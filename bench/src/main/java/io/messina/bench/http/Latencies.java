package io.messina.bench.http;

import io.messina.bench.figures.Percentiles;
import java.util.Arrays;

/** The latencies of requests. */
public final class Latencies {

  private double[] millis = new double[1 << 12];
  private int count;

  /** No requests. */
  public Latencies() {}

  /**
   * One request.
   *
   * @param nanos that it took
   */
  public void add(long nanos) {
    if (count == millis.length) {
      millis = Arrays.copyOf(millis, 2 * count);
    }
    millis[count] = nanos / 1e6;
    count++;
  }

  /**
   * All of them.
   *
   * @return milliseconds
   */
  public Percentiles millis() {
    return Percentiles.of(millis, count);
  }
}
