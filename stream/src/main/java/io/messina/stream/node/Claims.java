package io.messina.stream.node;

import io.messina.stream.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.StreamException;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.GroupDefinition;
import io.messina.stream.consume.ReadyWatch;
import io.messina.stream.peer.NotOwnerException;
import io.messina.stream.peer.PeerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims of a node: gathers from owners, and waits where there is nothing. */
final class Claims {

  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  /** Where a shard has no owner, somebody may soon. */
  private static final Duration AWAIT_OWNERS = Duration.ofMillis(500);

  private final Router router;
  private final Patience patience;
  private final Together together;
  private final ReadyWatch<Question> ready;

  Claims(Router router, Patience patience, Together together) {
    this.router = router;
    this.patience = patience;
    this.together = together;
    this.ready = new ReadyWatch<>(patience.time(), together.threads(), this::awaitReady);
  }

  /** Those who wait for the same share it, whatever they claim. */
  private record Question(Route route, GroupDefinition group, List<Integer> shards) {}

  /** Events, or none once the wait is over or the caller is interrupted. */
  List<LeasedEvent> claim(GroupDefinition group, List<ShardId> shards, Claim claim) {
    long untilNanos = patience.time().nanoTime() + claim.waitMax().toNanos();
    Duration lease = claim.lease().orElse(group.options().lease());
    ReadyWatch<Question>.Waiter waiter = ready.waiter(claim.max());
    try {
      List<LeasedEvent> events = gather(group, claim, lease, reach(shards));
      while (events.isEmpty() && await(waiter, group, shards, untilNanos)) {
        events = gather(group, claim, lease, reach(shards));
      }
      return events;
    } finally {
      waiter.served();
    }
  }

  private List<LeasedEvent> gather(
      GroupDefinition group, Claim claim, Duration lease, Reach reach) {
    Gathering gathering = new Gathering(router, group, claim, lease, patience, together.threads());
    try {
      for (Map.Entry<Route, List<Integer>> owner : reach.owners().entrySet()) {
        gathering.gather(owner.getKey(), owner.getValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      return orThrow(gathering.end(), group, e);
    }
    return gathering.end();
  }

  /** What was claimed already is handed out, as its leases run, whatever happens to the rest. */
  private static List<LeasedEvent> orThrow(
      List<LeasedEvent> events, GroupDefinition group, RuntimeException failure) {
    if (events.isEmpty()) {
      throw failure;
    }
    LOG.warn("{}: cannot be claimed from all shards", group.id(), failure);
    return events;
  }

  /** Returns true once it is this claim's turn, false when the wait is over or interrupted. */
  private boolean await(
      ReadyWatch<Question>.Waiter waiter,
      GroupDefinition group,
      List<ShardId> shards,
      long untilNanos) {
    try {
      boolean turn = false;
      Duration left = left(untilNanos);
      while (!turn && left.isPositive()) {
        Reach reach = reach(shards);
        Duration most = reach.complete() ? left : least(left, AWAIT_OWNERS);
        turn = await(waiter, questions(group, reach), most);
        left = left(untilNanos);
      }
      return turn;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean await(ReadyWatch<Question>.Waiter waiter, List<Question> questions, Duration most)
      throws InterruptedException {
    CompletableFuture<Boolean> woken = new CompletableFuture<>();
    waiter.stand(questions, () -> woken.complete(true));
    NodeTime.Cancellation alarm = patience.time().schedule(most, () -> woken.complete(false));
    try {
      var _ = woken.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
    return waiter.leave();
  }

  private static List<Question> questions(GroupDefinition group, Reach reach) {
    return reach.owners().entrySet().stream()
        .map(owner -> new Question(owner.getKey(), group, owner.getValue()))
        .toList();
  }

  private int awaitReady(Question question, Duration most) {
    StreamId stream = question.group().stream();
    try {
      return router
          .service(question.route())
          .awaitReady(stream, question.group().id(), question.shards(), most);
    } catch (PeerException e) {
      question.shards().stream()
          .map(shard -> new ShardId(stream, shard))
          .forEach(shard -> router.forget(shard, question.route()));
    } catch (NotOwnerException | StreamException e) {
      // There is nothing to wait for now.
    }
    return 0;
  }

  private Duration left(long untilNanos) {
    return Duration.ofNanos(untilNanos - patience.time().nanoTime());
  }

  /** Who owns the shards; this node first, then the others in the order of their first shards. */
  private Reach reach(List<ShardId> shards) {
    List<Optional<Route>> routes = routes(shards);
    Map<Route, List<Integer>> owners = new LinkedHashMap<>();
    for (boolean own : new boolean[] {true, false}) {
      for (int i = 0; i < shards.size(); i++) {
        int number = shards.get(i).number();
        routes
            .get(i)
            .filter(route -> route.isOwn() == own)
            .ifPresent(route -> owners.computeIfAbsent(route, _ -> new ArrayList<>()).add(number));
      }
    }
    return new Reach(owners, routes.stream().allMatch(Optional::isPresent));
  }

  private List<Optional<Route>> routes(List<ShardId> shards) {
    return shards.stream().allMatch(router::isOwned)
        ? shards.stream().map(router::find).toList()
        : together.each(shards, router::find);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
