package io.messina.stream.node;

import io.messina.api.Checks;
import io.messina.api.ClaimOptions;
import io.messina.api.WireException;
import java.time.Duration;

/** RequestBounds of the arguments of requests. */
final class RequestBounds {

  private RequestBounds() {}

  /** Checks a request to read a shard. */
  static void checkRead(int shard, int shards, int max, Duration wait) {
    checkShard(shard, shards);
    Checks.between("max", max, 1, ClaimOptions.LIMIT_MAX);
    Checks.between("wait", wait, Duration.ZERO, ClaimOptions.WAIT_MAX);
  }

  static void checkShard(int shard, int shards) {
    if (shard < 0 || shard >= shards) {
      throw new WireException(
          WireException.Fault.OUT_OF_BOUNDS,
          "shard: " + shard + " (expected: from 0 to " + (shards - 1) + ")");
    }
  }
}
