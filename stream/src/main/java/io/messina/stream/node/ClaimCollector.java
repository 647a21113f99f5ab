package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.ClaimedFrom;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardEpoch;
import io.messina.stream.owner.ShardOutcome;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects events for one claim, by one request to one owner after the other, until there are
 * enough. An owner that does not answer is skipped. Events that arrive too late are released; if
 * the release fails, they become ready when their leases end. One thread collects; others ask for
 * it.
 */
final class ClaimCollector {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimCollector.class);

  /** How many seconds another node is awaited while there are no events yet. */
  private static final int WAITS_MAX = 10;

  private final Router router;
  private final CatalogGroup group;
  private final ClaimOptions claim;
  private final Duration lease;
  private final NodeTime time;
  private final ThreadFactory threads;
  private final GatheredEvents gathered;

  ClaimCollector(
      Router router,
      CatalogGroup group,
      ClaimOptions claim,
      Duration lease,
      NodeTime time,
      ThreadFactory threads) {
    this.router = router;
    this.group = group;
    this.claim = claim;
    this.lease = lease;
    this.time = time;
    this.threads = threads;
    this.gathered = new GatheredEvents(time, claim.limit(), claim.bytesMax());
  }

  /** Returns the collected events; events that arrive later are released. */
  List<LeasedEvent> end() {
    return gathered.end();
  }

  boolean wantsMore() {
    return !gathered.room().isNone();
  }

  /** Waits for a moment. */
  void await(List<CompletableFuture<Boolean>> answers) throws InterruptedException {
    gathered.await(answers, 1);
  }

  /**
   * Collects from owners.
   *
   * @param owners their shards by address
   */
  void gather(Map<String, List<ShardEpoch>> owners) throws InterruptedException {
    for (Map.Entry<String, List<ShardEpoch>> owner : owners.entrySet()) {
      gather(owner.getKey(), owner.getValue());
    }
  }

  /** Collects from one owner, its first shard first. */
  private void gather(String address, List<ShardEpoch> shards) throws InterruptedException {
    GatheredEvents.Room room = gathered.room();
    if (room.isNone()) {
      return;
    }
    OwnerAddress owner = new OwnerAddress(address, 0);
    if (router.isHere(owner)) {
      take(owner, shards, room);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return;
    }
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    threads
        .newThread(
            () -> {
              try {
                take(owner, shards, room);
                answer.complete(true);
              } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
              }
            })
        .start();
    gathered.await(List.of(answer), WAITS_MAX);
    if (answer.isCompletedExceptionally()) {
      throw answer.exceptionNow() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(address + ": cannot be claimed from", answer.exceptionNow());
    }
  }

  private void take(OwnerAddress owner, List<ShardEpoch> shards, GatheredEvents.Room room) {
    long untilNanos = time.nanoTime() + lease.toNanos();
    ShardService service = router.service(owner);
    ClaimRequest ask =
        new ClaimRequest(room.events(), room.bytes(), lease, claim.worker().orElse(""));
    try {
      ClaimedFrom claimed = service.claim(group.stream(), group.id(), shards, ask);
      shards.stream()
          .filter(shard -> claimed.away().contains(shard.shard()))
          .forEach(shard -> failed(owner, shard, new NotOwnerException(shard(shard))));
      release(service, gathered.keep(claimed.events(), untilNanos));
    } catch (PeerException e) {
      shards.forEach(shard -> failed(owner, shard, e));
    } catch (RequestException.Overloaded e) {
      LOG.debug("{}: has no room for a claim of {}", owner.address(), group.id(), e);
    }
  }

  private void failed(OwnerAddress owner, ShardEpoch shard, RuntimeException failure) {
    router.failed(shard(shard), new OwnerAddress(owner.address(), shard.epoch()), failure);
  }

  /**
   * Gives events back to the group at once, without counting an attempt. If the call fails, they
   * become ready when their leases end.
   */
  private void release(ShardService service, List<ClaimedEvent> surplus) {
    if (surplus.isEmpty()) {
      return;
    }
    List<ShardOutcome> outcomes =
        surplus.stream()
            .collect(Collectors.groupingBy(event -> event.receipt().shard()))
            .entrySet()
            .stream()
            .map(
                shard ->
                    new ShardOutcome(
                        new ShardEpoch(shard.getKey(), 0),
                        new Outcome.Release(),
                        shard.getValue().stream()
                            .map(event -> ReceiptRouting.claim(event.receipt()))
                            .toList()))
            .toList();
    try {
      var _ = service.settle(group.stream(), group.id(), outcomes);
    } catch (RuntimeException e) {
      LOG.debug("{}: {} events cannot be released", group.id(), surplus.size(), e);
    }
  }

  private ShardId shard(ShardEpoch shard) {
    return new ShardId(group.stream(), shard.shard());
  }
}
