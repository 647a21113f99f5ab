package io.messina.stream.node;

import java.time.Duration;

/** Bounds of the arguments of requests. */
final class Bounds {

  private Bounds() {}

  static void checkMax(int max, int most) {
    if (max < 1 || max > most) {
      throw new IllegalArgumentException("max: " + max + " (expected: from 1 to " + most + ")");
    }
  }

  static void checkBytes(long bytesMax, long most) {
    if (bytesMax < 1 || bytesMax > most) {
      throw new IllegalArgumentException(
          "bytesMax: " + bytesMax + " (expected: from 1 to " + most + ")");
    }
  }

  static void checkWait(Duration wait) {
    if (wait.isNegative() || wait.compareTo(Claim.WAIT_MAX) > 0) {
      throw new IllegalArgumentException("wait: " + wait + " (expected: from 0 to 1 min)");
    }
  }

  /** Checks a request to read a shard. */
  static void checkRead(int shard, int shards, int max, Duration wait) {
    checkShard(shard, shards);
    checkMax(max, Claim.MAX);
    checkWait(wait);
  }

  static void checkShard(int shard, int shards) {
    if (shard < 0 || shard >= shards) {
      throw new IllegalArgumentException(
          "shard: " + shard + " (expected: from 0 to " + (shards - 1) + ")");
    }
  }
}
