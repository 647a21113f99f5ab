package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Calls the owners of shards, and waits if there is none. Safe for use by many threads. */
record ShardCalls(Router router, Patience patience) {

  /** How many bytes a request without events counts while it waits. */
  private static final long BYTES = 256;

  /**
   * Retries until there is an answer.
   *
   * @throws RequestException from the owner; Unavailable or Unknown if none answers in time
   */
  <T> T call(ShardId shard, Retry retry, Function<Shard, T> action) {
    return call(shard, retry, patience.most(), BYTES, action);
  }

  /** As above, for a group; repeating these requests is safe. */
  <T> T call(ShardId shard, CatalogGroup group, Function<ShardGroup, T> action) {
    return call(shard, Retry.SAFE, owned -> action.apply(owned.group(group.id())));
  }

  /** As above, for a request of {@code bytes} bytes. */
  <T> T call(ShardId shard, Retry retry, long bytes, Function<Shard, T> action) {
    return call(shard, retry, patience.most(), bytes, action);
  }

  /** As above, waiting at most {@code most} for an owner. */
  <T> T call(ShardId shard, Retry retry, Duration most, long bytes, Function<Shard, T> action) {
    long beganNanos = patience.time().nanoTime();
    try (RequestRetry request = patience.retry(shard, retry, bytes, beganNanos, most)) {
      while (true) {
        Optional<OwnerAddress> route = router.find(shard);
        try {
          // A shard that this node released, and that is not taken again yet, can still be read
          // here.
          return action.apply(router.service(route.orElseGet(router::here)).shard(shard));
        } catch (NotOwnerException | PeerException | RequestException e) {
          route.ifPresent(wrong -> forget(shard, wrong, e));
          sleep(request, request.after(e));
        }
      }
    }
  }

  private void forget(ShardId shard, OwnerAddress route, RuntimeException failure) {
    if (!(failure instanceof RequestException)) {
      router.forget(shard, route);
    }
  }

  private void sleep(RequestRetry request, Duration pause) {
    try {
      patience.time().sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw request.interrupted();
    }
  }
}
