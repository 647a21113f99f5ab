package io.messina.stream.cluster;

import io.messina.api.StreamName;

/** The streams of a simulated cluster. */
enum Topic {
  /** What producers append and groups consume. */
  WORK("work", 4),
  /** What workers append with their acks. */
  RESULTS("results", 1);

  final StreamName stream;
  final int shards;

  Topic(String stream, int shards) {
    this.stream = new StreamName(stream);
    this.shards = shards;
  }
}
