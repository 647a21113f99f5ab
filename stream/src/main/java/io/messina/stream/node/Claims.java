package io.messina.stream.node;

import io.messina.stream.NodeTime;
import io.messina.stream.ShardId;
import io.messina.stream.catalog.GroupDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims of a node: gathers from owners, and waits where there is nothing. */
final class Claims {

  private static final Logger LOG = LoggerFactory.getLogger(Claims.class);

  /** Where a shard has no owner, somebody may soon. */
  private static final Duration AWAIT_OWNERS = Duration.ofMillis(500);

  /** Who is woken in vain again and again rests for longer and longer. */
  private static final Duration IN_VAIN = Duration.ofMillis(10);

  private static final int DOUBLINGS_MAX = 5;

  private final Router router;
  private final Patience patience;
  private final Together together;
  private final ReadyWatch ready;

  Claims(Router router, Patience patience, Together together) {
    this.router = router;
    this.patience = patience;
    this.together = together;
    this.ready = new ReadyWatch(router, patience.time(), together.threads());
  }

  /** Events, or none once the wait is over or the caller is interrupted. */
  List<LeasedEvent> claim(GroupDefinition group, List<ShardId> shards, Claim claim) {
    NodeTime time = patience.time();
    long untilNanos = time.nanoTime() + claim.waitMax().toNanos();
    Duration lease = claim.lease().orElse(group.options().lease());
    for (int inVain = 0; ; inVain++) {
      Reach reach = reach(shards);
      List<LeasedEvent> events = gather(group, claim, lease, reach);
      Duration left = Duration.ofNanos(untilNanos - time.nanoTime());
      if (!events.isEmpty() || !left.isPositive() || !await(group, shards, reach, left, inVain)) {
        return events;
      }
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

  private boolean await(
      GroupDefinition group, List<ShardId> shards, Reach reach, Duration left, int inVain) {
    NodeTime time = patience.time();
    long beganNanos = time.nanoTime();
    try {
      awaitReady(group, shards, reach, left);
      Duration took = Duration.ofNanos(time.nanoTime() - beganNanos);
      if (inVain > 0 && took.compareTo(IN_VAIN) < 0) {
        time.sleep(least(left, IN_VAIN.multipliedBy(1L << Math.min(inVain, DOUBLINGS_MAX))));
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns when it is worth asking the owners for events: something may be ready, owners may have
   * changed, or the wait is over.
   */
  private void awaitReady(GroupDefinition group, List<ShardId> shards, Reach first, Duration most)
      throws InterruptedException {
    NodeTime time = patience.time();
    long untilNanos = time.nanoTime() + most.toNanos();
    Reach reach = first;
    Duration left = most;
    while (left.isPositive() && reach.complete()) {
      if (ready.await(group.stream(), group.id(), reach, left)) {
        return;
      }
      reach = reach(shards);
      left = Duration.ofNanos(untilNanos - time.nanoTime());
    }
    if (left.isPositive()) {
      var _ = ready.await(group.stream(), group.id(), reach, least(left, AWAIT_OWNERS));
    }
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
