package io.messina.cli.demo;

import java.time.Duration;

/**
 * What became of many writes.
 *
 * @param acknowledged how many the store acknowledged
 * @param took from the first write to the last acknowledgement
 * @param latencies how long each waited for its acknowledgement
 */
record Written(int acknowledged, Duration took, Latencies latencies) {

  long perSecond() {
    return Math.round(acknowledged / (took.toNanos() / 1e9));
  }
}
