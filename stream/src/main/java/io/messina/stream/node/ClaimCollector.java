package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.runtime.Mutex;
import io.messina.runtime.NodeTime;
import io.messina.runtime.RequestException;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.delivery.ClaimId;
import io.messina.stream.delivery.ClaimRequest;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.log.RecordBatch;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects events for one claim, from one owner after the other, until there are enough. A shard
 * that does not answer is skipped. Events that arrive too late are released; if the release fails,
 * they become ready when their leases end. One thread collects; others call the shards for it.
 */
final class ClaimCollector {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimCollector.class);

  /**
   * Once there are events, the collector waits only this long for more, because their leases are
   * running.
   */
  private static final Duration MORE = Duration.ofSeconds(1);

  /** How many times {@link #MORE} is awaited while there are no events yet. */
  private static final int WAITS_MAX = 10;

  private final Router router;
  private final CatalogGroup group;
  private final ClaimOptions claim;
  private final Duration lease;
  private final RandomGenerator random;
  private final NodeTime time;
  private final ThreadFactory threads;
  private final Mutex lock = new Mutex();
  private final List<LeasedEvent> events = new ArrayList<>(); // under the lock
  private long bytes; // under the lock
  private boolean surplus; // under the lock
  private boolean ended; // under the lock

  ClaimCollector(
      Router router,
      CatalogGroup group,
      ClaimOptions claim,
      Duration lease,
      NodeTime time,
      RandomGenerator random,
      ThreadFactory threads) {
    this.router = router;
    this.group = group;
    this.claim = claim;
    this.lease = lease;
    this.random = random;
    this.time = time;
    this.threads = threads;
  }

  /** Returns the collected events; events that arrive later are released. */
  List<LeasedEvent> end() {
    try (var _ = lock.hold()) {
      ended = true;
      return List.copyOf(events);
    }
  }

  /**
   * Collects from one owner. Starts at a random one of its shards, so that no shard is always the
   * last.
   */
  void gather(OwnerAddress route, List<Integer> shards) throws InterruptedException {
    if (room().isNone()) {
      return;
    }
    try {
      ShardService service = router.service(route);
      if (router.isHere(route) || isReady(service, shards)) {
        takeAll(service, route, shards);
      }
    } catch (NotOwnerException e) {
      shards.forEach(shard -> router.doubt(shard(shard), route));
    } catch (PeerException e) {
      shards.forEach(shard -> router.failed(shard(shard), route, e));
    }
  }

  /**
   * Asks one shard first: it may have all that is wanted, at the cost of one write. If it does not,
   * asks the others at the same time for a part each.
   */
  private void takeAll(ShardService service, OwnerAddress route, List<Integer> shards)
      throws InterruptedException {
    List<Integer> left = new ArrayList<>(shards);
    Collections.rotate(left, random.nextInt(shards.size()));
    int width = 1;
    for (Room room = room(); !left.isEmpty() && !room.isNone(); room = room()) {
      List<Integer> some = left.subList(0, Math.min(left.size(), Math.min(width, room.events)));
      List<Integer> next = new ArrayList<>(left.subList(some.size(), left.size()));
      next.addAll(takeSome(service, route, some, room.part(some.size())));
      left = next;
      width = shards.size();
    }
  }

  /** Asks shards at the same time. Returns those that may have more. */
  private List<Integer> takeSome(
      ShardService service, OwnerAddress route, List<Integer> shards, Room part)
      throws InterruptedException {
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int shard : shards) {
      CompletableFuture<Boolean> answer = new CompletableFuture<>();
      threads.newThread(() -> take(service, route, shard(shard), part, answer)).start();
      answers.add(answer);
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    boolean answered = false;
    for (int i = 0; i < WAITS_MAX && !answered && (i == 0 || isEmpty()); i++) {
      answered = isDone(all);
    }
    List<Integer> more = new ArrayList<>();
    for (int i = 0; i < shards.size(); i++) {
      if (hasMore(shard(shards.get(i)), answers.get(i))) {
        more.add(shards.get(i));
      }
    }
    return more;
  }

  private boolean isDone(CompletableFuture<Void> all) throws InterruptedException {
    CompletableFuture<Boolean> done = all.handle((_, _) -> true);
    NodeTime.Cancellation alarm = time.schedule(MORE, () -> done.complete(false));
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
  }

  private boolean hasMore(ShardId shard, CompletableFuture<Boolean> answer) {
    if (!answer.isDone()) {
      LOG.debug("{}: does not answer a claim in time", shard);
      return false;
    }
    if (!answer.isCompletedExceptionally()) {
      return answer.resultNow();
    }
    if (answer.exceptionNow() instanceof RuntimeException failure) {
      throw failure;
    }
    throw new IllegalStateException(shard + ": cannot be claimed from", answer.exceptionNow());
  }

  /** Sends another node one request instead of one per shard. */
  private boolean isReady(ShardService service, List<Integer> shards) {
    try {
      return service.awaitReady(group.stream(), group.id(), shards, Duration.ZERO) > 0;
    } catch (RequestException.NotFound e) {
      throw e;
    } catch (RequestException e) {
      return false;
    }
  }

  private void take(
      ShardService service,
      OwnerAddress route,
      ShardId shard,
      Room part,
      CompletableFuture<Boolean> answer) {
    try {
      long untilNanos = time.nanoTime() + lease.toNanos();
      List<ClaimedEvent> claimed = service.shard(shard).group(group.id()).claim(ask(part));
      long size = claimed.stream().mapToLong(ClaimCollector::bytes).sum();
      keep(service, shard, claimed, untilNanos);
      // The bytes of a part may be used up even if one more event did not fit.
      answer.complete(claimed.size() == part.events || 2 * size >= part.bytes);
    } catch (NotOwnerException e) {
      router.failed(shard, route, e);
      answer.complete(false);
    } catch (RequestException.Refused e) {
      answer.completeExceptionally(e);
    } catch (RequestException e) {
      // The shard has nothing at the moment.
      answer.complete(false);
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /**
   * Keeps the events that fit. An owner hands out one event even if it is too large for the claim.
   */
  private void keep(
      ShardService service, ShardId shard, List<ClaimedEvent> claimed, long untilNanos) {
    int kept = 0;
    try (var _ = lock.hold()) {
      while (kept < claimed.size() && fits(claimed.get(kept))) {
        events.add(new LeasedEvent(claimed.get(kept), untilNanos, time));
        bytes += bytes(claimed.get(kept));
        kept++;
      }
      surplus |= kept < claimed.size();
    }
    if (kept < claimed.size()) {
      release(service, shard, claimed.subList(kept, claimed.size()));
    }
  }

  /** Called under the lock. */
  private boolean fits(ClaimedEvent event) {
    return !ended
        && events.size() < claim.limit()
        && (events.isEmpty() || bytes + bytes(event) <= claim.bytesMax());
  }

  private static long bytes(ClaimedEvent event) {
    return RecordBatch.bytesAtMost(event.stored().event());
  }

  /**
   * Gives events back to the group at once, without counting an attempt. If the call fails, they
   * become ready when their leases end.
   */
  private void release(ShardService service, ShardId shard, List<ClaimedEvent> claimed) {
    List<ClaimId> claims =
        claimed.stream().map(event -> ReceiptRouting.claim(event.receipt())).toList();
    try {
      var _ = service.shard(shard).group(group.id()).settle(new Outcome.Release(), claims);
    } catch (RuntimeException e) {
      LOG.debug("{}: {} events cannot be released", shard, claims.size(), e);
    }
  }

  /** How much more is wanted. */
  private record Room(int events, long bytes) {

    boolean isNone() {
      return events <= 0 || bytes <= 0;
    }

    Room part(int count) {
      return new Room(Math.max(1, events / count), Math.max(1, bytes / count));
    }
  }

  private Room room() {
    try (var _ = lock.hold()) {
      return surplus
          ? new Room(0, 0)
          : new Room(claim.limit() - events.size(), claim.bytesMax() - bytes);
    }
  }

  private boolean isEmpty() {
    try (var _ = lock.hold()) {
      return events.isEmpty();
    }
  }

  private ClaimRequest ask(Room part) {
    return new ClaimRequest(part.events, part.bytes, lease, claim.worker().orElse(""));
  }

  private ShardId shard(int number) {
    return new ShardId(group.stream(), number);
  }
}
