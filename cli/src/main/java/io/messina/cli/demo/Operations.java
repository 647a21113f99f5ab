package io.messina.cli.demo;

import io.messina.cli.demo.DemoReport.Figures;
import io.messina.cli.demo.DemoReport.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the demo by when they began and how long they took. Those of the first seconds are
 * told apart, because a new JVM compiles its code then. For use by many threads.
 */
final class Operations {

  /** How long a JVM that has profiles of its code takes for most of its compilation. */
  static final Duration FIRST = Duration.ofSeconds(4);

  private record Operation(long begunNanos, long tookNanos) {}

  private final List<Operation> all = new ArrayList<>();

  /**
   * Adds one that has ended.
   *
   * @param endedNanos by {@link System#nanoTime}
   */
  synchronized void add(long endedNanos, long tookNanos) {
    all.add(new Operation(endedNanos - tookNanos, tookNanos));
  }

  /**
   * Returns the speed of all operations.
   *
   * @param events that they were about
   * @param begunNanos the moment at which the first one could begin
   * @param tookNanos all of them together
   * @throws IllegalStateException if there are none
   */
  synchronized Figures figures(int events, long begunNanos, long tookNanos) {
    if (all.isEmpty()) {
      throw new IllegalStateException("no operation has ended");
    }
    long warmNanos = begunNanos + FIRST.toNanos();
    List<Operation> first = all.stream().filter(it -> it.begunNanos - warmNanos < 0).toList();
    List<Operation> rest = all.stream().filter(it -> it.begunNanos - warmNanos >= 0).toList();
    return new Figures(
        Math.round(events / (tookNanos / 1e9)),
        percentile(all, 50),
        percentile(all, 99),
        latency(first),
        latency(rest));
  }

  private static @Nullable Latency latency(List<Operation> operations) {
    return operations.isEmpty()
        ? null
        : new Latency(percentile(operations, 50), percentile(operations, 99));
  }

  /** The shortest time, in milliseconds, that so many of a hundred operations did not exceed. */
  private static double percentile(List<Operation> operations, int percent) {
    long[] sorted = operations.stream().mapToLong(Operation::tookNanos).sorted().toArray();
    int rank = Math.ceilDiv(percent * sorted.length, 100);
    return Math.round(sorted[rank - 1] / 1e3) / 1e3;
  }
}
