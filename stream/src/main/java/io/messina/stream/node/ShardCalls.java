package io.messina.stream.node;

import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.Shard;
import io.messina.stream.owner.ShardGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Calls the owners of shards, and waits if there is none. Safe for use by many threads. */
record ShardCalls(Router router, RequestBuffer buffer) {

  /** How many bytes a request without events counts while it waits. */
  private static final long BYTES = 256;

  /**
   * Retries until there is an answer.
   *
   * @throws RequestException from the owner; Unavailable or Unknown if none answers in time
   */
  <T> T call(ShardId shard, Retry retry, Function<Shard, T> action) {
    return call(shard, retry, buffer.most(), BYTES, action);
  }

  /** As above, for a group; repeating these requests is safe. */
  <T> T call(ShardId shard, CatalogGroup group, Function<ShardGroup, T> action) {
    return call(shard, Retry.SAFE, owned -> action.apply(owned.group(group.id())));
  }

  /** As above, for a request of {@code bytes} bytes. */
  <T> T call(ShardId shard, Retry retry, long bytes, Function<Shard, T> action) {
    return call(shard, retry, buffer.most(), bytes, action);
  }

  /** As above, waiting at most {@code most} for an owner. */
  <T> T call(ShardId shard, Retry retry, Duration most, Function<Shard, T> action) {
    return call(shard, retry, most, BYTES, action);
  }

  /** As above, for a request of {@code bytes} bytes. */
  <T> T call(ShardId shard, Retry retry, Duration most, long bytes, Function<Shard, T> action) {
    try (RequestBuffer.Request request = buffer.request(shard, retry, bytes, most)) {
      Turn first = new Turn();
      Optional<OwnerAddress> owner =
          request.standsBehindOthers(first) ? first.await(request) : router.find(shard);
      while (true) {
        try {
          // A shard that this node released, and that is not taken again yet, can still be read
          // here.
          return action.apply(router.shard(owner.orElseGet(router::here), shard));
        } catch (NotOwnerException | PeerException | RequestException e) {
          Turn next = new Turn();
          request.failed(owner, e, next);
          owner = next.await(request);
        }
      }
    }
  }

  /** Wakes the thread of a call that is held. */
  private record Turn(CompletableFuture<Optional<OwnerAddress>> woken)
      implements RequestBuffer.Turn {

    Turn() {
      this(new CompletableFuture<>());
    }

    @Override
    public void send(Optional<OwnerAddress> owner) {
      woken.complete(owner);
    }

    @Override
    public void end(RuntimeException failure) {
      woken.completeExceptionally(failure);
    }

    Optional<OwnerAddress> await(RequestBuffer.Request request) {
      try {
        return woken.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw request.interrupted();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException("a wait failed", e);
      }
    }
  }
}
