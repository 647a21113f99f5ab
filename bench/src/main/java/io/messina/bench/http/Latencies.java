package io.messina.bench.http;

import io.messina.bench.figures.Percentiles;
import java.util.Arrays;

/** How long requests took. */
final class Latencies {

  private double[] millis = new double[1 << 12];
  private int count;

  void add(long nanos) {
    if (count == millis.length) {
      millis = Arrays.copyOf(millis, 2 * count);
    }
    millis[count] = nanos / 1e6;
    count++;
  }

  Percentiles millis() {
    return Percentiles.of(millis, count);
  }
}
