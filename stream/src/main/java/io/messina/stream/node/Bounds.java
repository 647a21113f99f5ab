package io.messina.stream.node;

import io.messina.api.GroupOptions;
import java.time.Duration;

/** The bounds of what may be asked for. */
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

  static void checkLease(Duration lease) {
    if (lease.compareTo(GroupOptions.LEASE_MIN) < 0
        || lease.compareTo(GroupOptions.LEASE_MAX) > 0) {
      throw new IllegalArgumentException("lease: " + lease + " (expected: from 1 s to 12 h)");
    }
  }

  static void checkShard(int shard, int shards) {
    if (shard < 0 || shard >= shards) {
      throw new IllegalArgumentException(
          "shard: " + shard + " (expected: from 0 to " + (shards - 1) + ")");
    }
  }
}
