package io.messina.cli.demo;

import java.time.Duration;
import java.util.Arrays;

/** The durations of many operations. */
final class DemoLatencies {

  private final long[] sortedNanos;

  /** Takes one duration or more, in nanoseconds and any order. */
  DemoLatencies(long[] nanos) {
    if (nanos.length == 0) {
      throw new IllegalArgumentException("nanos: none (expected: at least one)");
    }
    sortedNanos = nanos.clone();
    Arrays.sort(sortedNanos);
  }

  /** The shortest duration that at least so many of a hundred operations did not exceed. */
  Duration percentile(int percent) {
    int rank = Math.ceilDiv(percent * sortedNanos.length, 100);
    return Duration.ofNanos(sortedNanos[Math.max(rank, 1) - 1]);
  }
}
