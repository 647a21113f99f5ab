package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.ParallelCalls;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.group.ReadyWatch;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims of a node: collects events from the owners of shards, and waits if there are none. */
final class Claims {

  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  private final Router router;
  private final NodeTime time;
  private final RandomGenerator random;
  private final ParallelCalls parallel;
  private final ReadyWatch<Target, Question> ready;

  Claims(Router router, Context context, ParallelCalls parallel) {
    this.router = router;
    this.time = context.time();
    this.random = context.random();
    this.parallel = parallel;
    this.ready = new ReadyWatch<>(time, parallel.threads(), new Owners());
  }

  /**
   * Claims that wait for the same shards of a group share one wait, whatever their other options.
   */
  private record Target(CatalogGroup group, List<ShardId> shards) {}

  /**
   * The owners from which a claim can take events.
   *
   * @param owners the numbers of their shards by owner, this node first
   * @param ownerless the numbers of the shards that have no known owner
   */
  private record Targets(Map<OwnerAddress, List<Integer>> owners, List<Integer> ownerless) {}

  /** Without a route, the shards have no known owner. */
  private record Question(Optional<OwnerAddress> route, CatalogGroup group, List<Integer> shards) {}

  /** Returns events, or none after the wait has ended or the caller was interrupted. */
  List<LeasedEvent> claim(CatalogGroup group, List<ShardId> shards, ClaimOptions claim) {
    long untilNanos = time.nanoTime() + claim.waitUpTo().toNanos();
    Duration lease = claim.lease().orElse(group.options().lease());
    Target target = new Target(group, shards);
    ReadyWatch<Target, Question>.Waiter waiter = ready.waiter(claim.limit());
    try {
      List<LeasedEvent> events = gather(group, claim, lease, targets(shards).owners());
      while (events.isEmpty() && await(waiter, target, untilNanos)) {
        events = gather(group, claim, lease, targets(shards).owners());
      }
      return events;
    } finally {
      waiter.served();
    }
  }

  private List<LeasedEvent> gather(
      CatalogGroup group,
      ClaimOptions claim,
      Duration lease,
      Map<OwnerAddress, List<Integer>> owners) {
    ClaimCollector collector =
        new ClaimCollector(router, group, claim, lease, time, random, parallel.threads());
    try {
      for (Map.Entry<OwnerAddress, List<Integer>> owner : owners.entrySet()) {
        collector.gather(owner.getKey(), owner.getValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      return orThrow(collector.end(), group, e);
    }
    return collector.end();
  }

  /**
   * Hands out events that are already claimed, because their leases are running, even if the rest
   * failed.
   */
  private static List<LeasedEvent> orThrow(
      List<LeasedEvent> events, CatalogGroup group, RuntimeException failure) {
    if (events.isEmpty()) {
      throw failure;
    }
    LOG.warn("{}: cannot be claimed from all shards", group.id(), failure);
    return events;
  }

  /** Returns true when it is this claim's turn, false if the wait has ended or was interrupted. */
  private boolean await(
      ReadyWatch<Target, Question>.Waiter waiter, Target target, long untilNanos) {
    Duration left = Duration.ofNanos(untilNanos - time.nanoTime());
    if (!left.isPositive()) {
      return false;
    }
    CompletableFuture<Boolean> woken = new CompletableFuture<>();
    waiter.stand(target, () -> woken.complete(true));
    NodeTime.Cancellation alarm = time.schedule(left, () -> woken.complete(false));
    try {
      var _ = woken.get();
      return waiter.leave();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a wait failed", e);
    } finally {
      alarm.cancel();
    }
  }

  private final class Owners implements ReadyWatch.Owners<Target, Question> {

    @Override
    public List<Question> questions(Target target) {
      List<Question> questions = new ArrayList<>();
      Targets targets = targets(target.shards());
      targets
          .owners()
          .forEach(
              (route, shards) ->
                  questions.add(new Question(Optional.of(route), target.group(), shards)));
      if (!targets.ownerless().isEmpty()) {
        questions.add(new Question(Optional.empty(), target.group(), targets.ownerless()));
      }
      return questions;
    }

    @Override
    public int awaitReady(Question question, Duration wait) {
      StreamId stream = question.group().stream();
      OwnerAddress route =
          question
              .route()
              .orElseThrow(
                  () -> new NotOwnerException(new ShardId(stream, question.shards().getFirst())));
      try {
        return router
            .service(route)
            .awaitReady(stream, question.group().id(), question.shards(), wait);
      } catch (PeerException | NotOwnerException e) {
        question.shards().forEach(shard -> router.failed(new ShardId(stream, shard), route, e));
        throw e;
      }
    }
  }

  /**
   * Finds the owners of the shards: this node first, then the others in the order of their first
   * shards.
   */
  private Targets targets(List<ShardId> shards) {
    List<Optional<OwnerAddress>> routes = routes(shards);
    Map<OwnerAddress, List<Integer>> owners = new LinkedHashMap<>();
    for (boolean own : new boolean[] {true, false}) {
      for (int i = 0; i < shards.size(); i++) {
        int number = shards.get(i).number();
        routes
            .get(i)
            .map(route -> new OwnerAddress(route.address(), 0))
            .filter(route -> router.isHere(route) == own)
            .ifPresent(route -> owners.computeIfAbsent(route, _ -> new ArrayList<>()).add(number));
      }
    }
    List<Integer> ownerless = new ArrayList<>(shards.stream().map(ShardId::number).toList());
    owners.values().forEach(ownerless::removeAll);
    return new Targets(owners, ownerless);
  }

  private List<Optional<OwnerAddress>> routes(List<ShardId> shards) {
    List<Optional<OwnerAddress>> known = shards.stream().map(router::known).toList();
    return known.stream().allMatch(Optional::isPresent)
        ? known
        : parallel.each(shards, router::find);
  }
}
