package io.messina.bench.http;

import io.messina.bench.figures.Percentiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The figures of one server in one round.
 *
 * @param eventsPerSecond that were answered
 * @param p50Millis half of all requests took at most so long
 * @param p99Millis 99 of a hundred requests took at most so long
 * @param serverCores how many cores the server had
 * @param loadCores how many cores this process had
 * @param heapBytes of the server after a collection; 0 if it was not asked
 */
record Round(
    double eventsPerSecond,
    double p50Millis,
    double p99Millis,
    double serverCores,
    double loadCores,
    long heapBytes) {

  static final String COLUMNS =
      "%-14s %10s %21s %8s %8s %8s %8s %8s %9s%n"
          .formatted(
              "server",
              "events/s",
              "(slowest – fastest)",
              "p50 ms",
              "p99 ms",
              "cores",
              "µs/event",
              "load",
              "heap MiB");

  /**
   * Returns the time that the server's cores spend on an event, which depends less on other
   * processes of the machine.
   */
  double serverMicrosPerEvent() {
    return serverCores * 1e6 / eventsPerSecond;
  }

  /** Medians of rounds, as a line of a table. */
  static String line(String server, List<Round> rounds) {
    Percentiles rates = of(rounds, Round::eventsPerSecond);
    return "%-14s %,10.0f %21s %8.2f %8.2f %8.2f %8.2f %8.2f %9.0f%n"
        .formatted(
            server,
            rates.median(),
            "(%,.0f – %,.0f)".formatted(rates.at(0), rates.at(100)),
            of(rounds, Round::p50Millis).median(),
            of(rounds, Round::p99Millis).median(),
            of(rounds, Round::serverCores).median(),
            of(rounds, Round::serverMicrosPerEvent).median(),
            of(rounds, Round::loadCores).median(),
            of(rounds, round -> round.heapBytes() / (double) (1 << 20)).at(100));
  }

  private static Percentiles of(List<Round> rounds, ToDoubleFunction<Round> value) {
    return Percentiles.of(rounds.stream().map(value::applyAsDouble).toList());
  }
}
