package io.messina.bench.peers;

import io.messina.bench.http.DueLatencies;
import io.messina.bench.http.Measured;
import java.util.Locale;

/**
 * What a load has had answered.
 *
 * @param events that were acknowledged
 * @param seconds from the first request to the last answer
 * @param p50Millis from when an event was due until it arrived; NaN where that is not measured
 * @param p99Millis as p50
 */
record Answered(long events, double seconds, double p50Millis, double p99Millis) {

  /** Without latencies. Those of requests that wait for each other would say little. */
  static Answered of(long events, double seconds) {
    return new Answered(events, seconds, Double.NaN, Double.NaN);
  }

  static Answered of(Measured measured) {
    return of(measured.events(), measured.seconds());
  }

  /**
   * With latencies.
   *
   * @param taken as {@link DueLatencies#take} has it
   * @throws IllegalStateException where other events have arrived than were appended
   */
  Answered arrived(String taken) {
    String[] words = taken.split(" ", -1);
    if (Long.parseLong(words[0]) != events) {
      throw new IllegalStateException(
          "%,d events were acknowledged and %s have arrived".formatted(events, words[0]));
    }
    return new Answered(
        events, seconds, Double.parseDouble(words[1]), Double.parseDouble(words[2]));
  }

  static Answered parse(String line) {
    String[] words = line.split(" ", -1);
    return new Answered(
        Long.parseLong(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%d %f %f %f", events, seconds, p50Millis, p99Millis);
  }
}
