package io.messina.stream.node;

import io.messina.api.ClaimOptions;
import io.messina.runtime.Context;
import io.messina.runtime.NodeTime;
import io.messina.runtime.ParallelCalls;
import io.messina.runtime.RequestException;
import io.messina.stream.ShardId;
import io.messina.stream.StreamId;
import io.messina.stream.catalog.CatalogGroup;
import io.messina.stream.group.ReadyWatch;
import io.messina.stream.owner.NotOwnerException;
import io.messina.stream.owner.OwnerAddress;
import io.messina.stream.owner.PeerException;
import io.messina.stream.owner.ShardEpoch;
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
   * @param owners their shards by address, this node first
   * @param ownerless the numbers of the shards that have no known owner
   */
  private record Targets(Map<String, List<ShardEpoch>> owners, List<Integer> ownerless) {}

  /** Without an owner, the shards have none that is known. */
  private record Question(Optional<String> owner, CatalogGroup group, List<Integer> shards) {}

  /** Returns events, or none after the wait has ended or the caller was interrupted. */
  List<LeasedEvent> claim(CatalogGroup group, List<ShardId> shards, ClaimOptions claim) {
    long untilNanos = time.nanoTime() + claim.waitUpTo().toNanos();
    Duration lease = claim.lease().orElse(group.options().lease());
    Target target = new Target(group, shards);
    ReadyWatch<Target, Question>.Waiter waiter = ready.waiter(claim.limit());
    try {
      List<LeasedEvent> events = gather(group, claim, lease, shards);
      while (events.isEmpty() && await(waiter, target, untilNanos)) {
        events = gather(group, claim, lease, shards);
      }
      if (events.isEmpty() && targets(shards).owners().isEmpty()) {
        throw new RequestException.Unavailable(
            group.id() + ": none of its shards has an owner now that is known here");
      }
      return events;
    } finally {
      waiter.served();
    }
  }

  /** Asks the known owners before it searches the others, which may take long. */
  private List<LeasedEvent> gather(
      CatalogGroup group, ClaimOptions claim, Duration lease, List<ShardId> shards) {
    ClaimCollector collector =
        new ClaimCollector(router, group, claim, lease, time, parallel.threads());
    try {
      Targets known = targets(shards);
      collector.gather(known.owners());
      List<ShardId> ownerless =
          known.ownerless().stream().map(number -> new ShardId(group.stream(), number)).toList();
      if (!ownerless.isEmpty() && collector.wantsMore()) {
        collector.await(ownerless.stream().filter(router::maySearch).map(this::search).toList());
        collector.gather(targets(ownerless).owners());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      return orThrow(collector.end(), group, e);
    }
    return collector.end();
  }

  private CompletableFuture<Boolean> search(ShardId shard) {
    CompletableFuture<Boolean> searched = new CompletableFuture<>();
    parallel
        .threads()
        .newThread(
            () -> {
              try {
                searched.complete(router.find(shard).isPresent());
              } finally {
                searched.complete(false);
              }
            })
        .start();
    return searched;
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
              (owner, shards) ->
                  questions.add(
                      new Question(
                          Optional.of(owner),
                          target.group(),
                          shards.stream().map(ShardEpoch::shard).sorted().toList())));
      if (!targets.ownerless().isEmpty()) {
        questions.add(new Question(Optional.empty(), target.group(), targets.ownerless()));
      }
      return questions;
    }

    @Override
    public int awaitReady(Question question, Duration wait) {
      StreamId stream = question.group().stream();
      if (question.owner().isEmpty()) {
        List<ShardId> ownerless =
            question.shards().stream().map(shard -> new ShardId(stream, shard)).toList();
        var _ = parallel.each(ownerless, router::find);
        throw new NotOwnerException(ownerless.getFirst());
      }
      OwnerAddress owner = new OwnerAddress(question.owner().get(), 0);
      try {
        return router
            .service(owner)
            .awaitReady(stream, question.group().id(), question.shards(), wait);
      } catch (NotOwnerException e) {
        router.failed(e.shard(), owner, e);
        throw e;
      } catch (PeerException e) {
        question.shards().forEach(shard -> router.failed(new ShardId(stream, shard), owner, e));
        throw e;
      }
    }
  }

  /**
   * The known owners of the shards: this node first, then the others from a random one, and the
   * shards of each from a random one, so that no shard is always the last.
   */
  private Targets targets(List<ShardId> shards) {
    Map<String, List<ShardEpoch>> own = new LinkedHashMap<>();
    Map<String, List<ShardEpoch>> owners = new LinkedHashMap<>();
    List<Integer> ownerless = new ArrayList<>();
    int from = random.nextInt(shards.size());
    for (int i = 0; i < shards.size(); i++) {
      ShardId shard = shards.get((from + i) % shards.size());
      router
          .known(shard)
          .ifPresentOrElse(
              owner ->
                  (router.isHere(owner) ? own : owners)
                      .computeIfAbsent(owner.address(), _ -> new ArrayList<>())
                      .add(new ShardEpoch(shard.number(), owner.epoch())),
              () -> ownerless.add(shard.number()));
    }
    own.putAll(owners);
    ownerless.sort(null);
    return new Targets(own, ownerless);
  }
}
