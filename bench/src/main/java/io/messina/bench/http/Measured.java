package io.messina.bench.http;

/**
 * The result of a load.
 *
 * @param events that were answered
 * @param seconds from the first request to the last answer
 * @param latencies of requests
 */
public record Measured(long events, double seconds, Latencies latencies) {

  /**
   * Events per second.
   *
   * @return the rate
   */
  public double rate() {
    return events / seconds;
  }
}
