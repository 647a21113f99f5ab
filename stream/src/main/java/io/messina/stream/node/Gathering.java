package io.messina.stream.node;

import io.messina.stream.ClaimedEvent;
import io.messina.stream.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.peer.ClaimAsk;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.PeerException;
import io.messina.stream.peer.ShardService;
import io.messina.stream.record.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events for one claim, from one owner after the other, until there are enough. An owner that
 * does not answer is passed over: what it may have handed out comes back when its lease is over.
 * For one thread.
 */
final class Gathering {

  private static final Logger LOG = LoggerFactory.getLogger(Gathering.class);

  private final Router router;
  private final GroupDefinition group;
  private final Claim claim;
  private final Duration lease;
  private final RandomGenerator random;
  private final NodeTime time;
  private final List<LeasedEvent> events = new ArrayList<>();
  private long bytes;
  private boolean surplus;

  Gathering(Router router, GroupDefinition group, Claim claim, Duration lease, Patience patience) {
    this.router = router;
    this.group = group;
    this.claim = claim;
    this.lease = lease;
    this.random = patience.random();
    this.time = patience.time();
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  List<LeasedEvent> events() {
    return List.copyOf(events);
  }

  /** Takes from one owner, beginning at any of its shards so that none is always the last. */
  void gather(Route route, List<Integer> shards) {
    if (isFull()) {
      return;
    }
    try {
      ShardService service = router.service(route);
      if (route.isOwn() || isReady(service, shards)) {
        takeAll(service, route, shards);
      } else {
        shards.forEach(shard -> router.doubt(shard(shard), route));
      }
    } catch (PeerException e) {
      shards.forEach(shard -> router.forget(shard(shard), route));
    }
  }

  private void takeAll(ShardService service, Route route, List<Integer> shards) {
    int first = random.nextInt(shards.size());
    for (int i = 0; i < shards.size() && !isFull(); i++) {
      take(service, route, shard(shards.get((first + i) % shards.size())));
    }
  }

  /** One question to another node instead of one per shard. */
  private boolean isReady(ShardService service, List<Integer> shards) {
    try {
      return service.awaitReady(group.stream(), group.id(), shards, Duration.ZERO);
    } catch (NotOwnerException | StreamException e) {
      return false;
    }
  }

  private void take(ShardService service, Route route, ShardId shard) {
    try {
      long untilNanos = time.nanoTime() + lease.toNanos();
      take(service, shard, service.claim(ask(shard)), untilNanos);
    } catch (NotOwnerException e) {
      router.forget(shard, route);
    } catch (PeerException e) {
      throw e;
    } catch (StreamException.Refused e) {
      throw orKeep(shard, e);
    } catch (StreamException e) {
      // There is nothing to be had there now.
    } catch (RuntimeException e) {
      throw orKeep(shard, e);
    }
  }

  /** Keeps what fits; an owner hands out one event although it does not. */
  private void take(
      ShardService service, ShardId shard, List<ClaimedEvent> claimed, long untilNanos) {
    for (int i = 0; i < claimed.size(); i++) {
      long size = RecordBatch.bytesAtMost(claimed.get(i).stored().event());
      if (!events.isEmpty() && bytes + size > claim.bytesMax()) {
        surplus = true;
        release(service, shard, claimed.subList(i, claimed.size()));
        return;
      }
      events.add(new LeasedEvent(claimed.get(i), untilNanos, time));
      bytes += size;
    }
  }

  /**
   * Others get them at once, no attempt counted; where it cannot be said, once their lease is over.
   */
  private void release(ShardService service, ShardId shard, List<ClaimedEvent> claimed) {
    List<ClaimId> claims =
        claimed.stream().map(event -> Settlements.claim(event.receipt())).toList();
    try {
      var _ = service.settle(shard, group.id(), new Outcome.Release(), claims);
    } catch (RuntimeException e) {
      LOG.debug("{}: {} events cannot be released", shard, claims.size(), e);
    }
  }

  private boolean isFull() {
    return surplus || events.size() >= claim.max() || bytes >= claim.bytesMax();
  }

  private ClaimAsk ask(ShardId shard) {
    return new ClaimAsk(
        shard,
        group.id(),
        claim.max() - events.size(),
        claim.bytesMax() - bytes,
        lease,
        claim.worker());
  }

  private ShardId shard(int number) {
    return new ShardId(group.stream(), number);
  }

  /** What was claimed already is handed out, whatever happens to the rest. */
  private RuntimeException orKeep(ShardId shard, RuntimeException failure) {
    if (events.isEmpty()) {
      return failure;
    }
    LOG.warn("{}: cannot be claimed from", shard, failure);
    return new PeerException(shard + ": cannot be claimed from", true);
  }
}
