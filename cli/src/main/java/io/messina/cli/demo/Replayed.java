package io.messina.cli.demo;

import java.time.Duration;

/**
 * The result of the replay.
 *
 * @param acknowledged how many events the server acknowledged
 * @param took from the first request to the last answer
 * @param latencies how long each request waited for its answer
 */
record Replayed(int acknowledged, Duration took, DemoLatencies latencies) {

  long perSecond() {
    return Math.round(acknowledged / (took.toNanos() / 1e9));
  }
}
