package io.messina.stream.node;

import io.messina.runtime.NodeTime;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How requests of a node wait for shards without owners.
 *
 * @param time the process's time
 * @param random for the jitter of retries
 * @param held counts the bytes of waiting requests
 * @param most how long a request waits, from its arrival
 */
record Patience(NodeTime time, RandomGenerator random, HeldBytes held, Duration most) {

  private static final long PAUSE_MIN_NANOS = Duration.ofMillis(20).toNanos();
  private static final long PAUSE_MAX_NANOS = Duration.ofMillis(200).toNanos();

  RequestRetry retry(ShardId shard, Retry retry, long bytes, long beganNanos, Duration atMost) {
    return new RequestRetry(this, shard, retry, bytes, beganNanos + atMost.toNanos());
  }

  Duration pause() {
    return Duration.ofNanos(random.nextLong(PAUSE_MIN_NANOS, PAUSE_MAX_NANOS));
  }
}
