package io.messina.stream.node;

import io.messina.api.Checks;
import java.time.Duration;

/** RequestBounds of the arguments of requests. */
final class RequestBounds {

  private RequestBounds() {}

  /** Checks a request to read a shard. */
  static void checkRead(int shard, int shards, int max, Duration wait) {
    checkShard(shard, shards);
    Checks.between("max", max, 1, Claim.MAX);
    Checks.between("wait", wait, Duration.ZERO, Claim.WAIT_MAX);
  }

  static void checkShard(int shard, int shards) {
    Checks.between("shard", shard, 0, shards - 1);
  }
}
