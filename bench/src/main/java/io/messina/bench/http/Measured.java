package io.messina.bench.http;

/**
 * What a load has come to.
 *
 * @param events that were answered
 * @param seconds from the first request to the last answer
 * @param latencies of requests
 */
record Measured(long events, double seconds, Latencies latencies) {

  double rate() {
    return events / seconds;
  }
}
