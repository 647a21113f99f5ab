package io.messina.stream.cluster;

import io.messina.api.DeathCause;
import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.ReceiptStatus;
import io.messina.stream.ClaimAddress;
import io.messina.stream.ClaimedEvent;
import io.messina.stream.EventAddress;
import io.messina.stream.StoredEvent;
import io.messina.stream.cluster.ModelCluster.Flaw;
import io.messina.stream.delivery.DeadLetter;
import io.messina.stream.delivery.Outcome;
import io.messina.stream.owner.Commit;
import io.messina.stream.owner.DeadEvent;
import io.messina.testkit.simulation.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A group of a {@link ModelCluster}. */
final class ModelGroup {

  private final ModelCluster cluster;
  private final Crowd crowd;
  private final Map<Place, Standing> standings = new LinkedHashMap<>();
  private final Map<Integer, Integer> committed = new LinkedHashMap<>();
  private GroupOptions options;
  private long claims;
  private int run;

  ModelGroup(ModelCluster cluster, Crowd crowd) {
    this.cluster = cluster;
    this.crowd = crowd;
    this.options = crowd.options();
  }

  void change() {
    options = cluster.has(Flaw.KEEPS_FORMER_OPTIONS) ? options : crowd.changed();
  }

  /** How an event stands. */
  private static final class Standing {
    private int attempts;
    private long claim;
    private boolean out;
    private boolean done;
    private boolean dead;
    private DeathCause cause = DeathCause.EXHAUSTED;
    private Duration next = Duration.ZERO;
  }

  List<ClaimedEvent> claim(int max, Duration lease, SimulatedNode node) {
    List<ClaimedEvent> claimed = new ArrayList<>();
    for (int shard = 0; shard < Topic.WORK.shards; shard++) {
      for (StoredEvent event : cluster.log(Topic.WORK, shard)) {
        if (claimed.size() < max && isReady(event, node)) {
          claimed.add(handOut(event, lease));
        }
      }
    }
    return claimed;
  }

  private boolean isReady(StoredEvent event, SimulatedNode node) {
    Standing standing = standing(Place.of(event));
    if (standing.done && !standing.dead && cluster.strikes(Flaw.HANDS_OUT_WHAT_IS_DONE, node)) {
      return true;
    }
    if (!standing.done && cluster.strikes(Flaw.SKIPS_EVENTS, node)) {
      standing.done = true;
    }
    expire(standing);
    return !standing.done && !standing.out && isOver(standing.next) && isFirstOfItsKey(event);
  }

  private void expire(Standing standing) {
    if (standing.done || !standing.out || !isOver(standing.next)) {
      return;
    }
    standing.out = false;
    boolean uncertain =
        crowd.options().delivery() == Delivery.AT_MOST_ONCE
            && !cluster.has(Flaw.HANDS_OUT_UNCERTAIN);
    if (uncertain) {
      standing.cause = DeathCause.UNCERTAIN;
    }
    if (uncertain || isExhausted(standing)) {
      kill(standing);
    }
  }

  private boolean isExhausted(Standing standing) {
    return !(cluster.has(Flaw.RUNS_POISON_FOR_EVER) && standing.attempts < 6)
        && standing.attempts >= options.maxAttempts();
  }

  private void kill(Standing standing) {
    standing.done = true;
    standing.dead = !cluster.has(Flaw.LOSES_DEAD_LETTERS);
  }

  private boolean isFirstOfItsKey(StoredEvent event) {
    if (crowd != Crowd.ORDERED || event.event().key().isEmpty() || cluster.has(Flaw.IGNORES_KEYS)) {
      return true;
    }
    for (StoredEvent earlier : cluster.log(Topic.WORK, event.id().shard())) {
      if (Place.of(earlier).equals(Place.of(event))) {
        return true;
      }
      if (earlier.event().key().equals(event.event().key()) && !standing(Place.of(earlier)).done) {
        return false;
      }
    }
    return true;
  }

  private ClaimedEvent handOut(StoredEvent event, Duration lease) {
    Standing standing = standing(Place.of(event));
    standing.out = true;
    standing.attempts += cluster.has(Flaw.COUNTS_NO_ATTEMPTS) ? 0 : 1;
    standing.claim = cluster.has(Flaw.USES_CLAIM_NUMBERS_TWICE) ? 1 : ++claims;
    standing.next = now().plus(cluster.has(Flaw.ENDS_LEASES_EARLY) ? lease.dividedBy(4) : lease);
    Place place = Place.of(event);
    return new ClaimedEvent(
        event,
        Math.max(1, standing.attempts),
        new ClaimAddress(1, 1, run, place.shard(), place.position(), standing.claim),
        false);
  }

  ReceiptStatus settle(Outcome outcome, ClaimAddress receipt, SimulatedNode node) {
    Standing standing = standing(new Place(receipt.shard(), receipt.position()));
    if (cluster.strikes(Flaw.REFUSES_LIVE_RECEIPTS, node)) {
      return ReceiptStatus.STALE;
    }
    if (receipt.run() != run) {
      return cluster.has(Flaw.TAKES_RECEIPTS_OF_FORMER_RUNS)
          ? ReceiptStatus.OK
          : ReceiptStatus.STALE;
    }
    if (standing.claim != receipt.claim() || standing.dead) {
      standing.done |= cluster.has(Flaw.LETS_STALE_ACKS_COUNT);
      return cluster.has(Flaw.TAKES_ANY_RECEIPT) ? ReceiptStatus.OK : ReceiptStatus.STALE;
    }
    if (standing.done) {
      return outcome instanceof Outcome.Ack ? ReceiptStatus.OK : ReceiptStatus.STALE;
    }
    if (!standing.out && !(outcome instanceof Outcome.Ack)) {
      return ReceiptStatus.STALE;
    }
    apply(outcome, standing);
    return ReceiptStatus.OK;
  }

  private void apply(Outcome outcome, Standing standing) {
    switch (outcome) {
      case Outcome.Ack() -> {
        standing.done = true;
        if (cluster.has(Flaw.DEAD_THOUGH_DONE)) {
          kill(standing);
        }
      }
      case Outcome.Nack nack -> {
        standing.out = false;
        standing.next = now().plus(Objects.requireNonNullElse(nack.delay(), Duration.ofSeconds(1)));
        if (cluster.has(Flaw.DEAD_TOO_EARLY) || nack.dead() || isExhausted(standing)) {
          kill(standing);
        }
      }
      case Outcome.Extend(Duration lease) -> standing.next = now().plus(lease);
      case Outcome.Keep(Duration lease) -> {
        Duration until = now().plus(lease);
        standing.next = standing.next.compareTo(until) > 0 ? standing.next : until;
      }
      case Outcome.Release() -> {
        standing.out = false;
        standing.attempts--;
      }
    }
  }

  List<DeadEvent> deadLetters(int shard) {
    List<DeadEvent> dead = new ArrayList<>();
    for (StoredEvent event : cluster.log(Topic.WORK, shard)) {
      Standing standing = standing(Place.of(event));
      expire(standing);
      if (standing.dead) {
        DeadLetter letter =
            new DeadLetter(
                event.id().position().packed(), run, standing.cause, standing.attempts, List.of());
        dead.add(new DeadEvent(event, letter, cluster.simulation.clock().instant()));
      }
    }
    return dead;
  }

  int redrive(List<EventAddress> ids) {
    int count = 0;
    for (EventAddress id : ids) {
      Standing standing = standing(Place.of(id));
      if (standing.dead) {
        standings.put(Place.of(id), new Standing());
        count++;
      }
    }
    return count;
  }

  boolean discard(EventAddress id) {
    Standing standing = standing(Place.of(id));
    boolean there = standing.dead;
    standing.dead &= cluster.has(Flaw.KEEPS_WHAT_IS_DISCARDED);
    standing.done &= !(there && cluster.has(Flaw.HANDS_OUT_WHAT_IS_DISCARDED));
    standing.attempts = 0;
    return there;
  }

  int committed(int shard) {
    return committed.getOrDefault(shard, 0);
  }

  void commit(int shard, Commit commit) {
    if (commit.run().orElse(run) == run) {
      committed.merge(shard, (int) commit.position().sequence(), Math::max);
    }
  }

  int run() {
    return run;
  }

  void rewind() {
    run++;
    committed.clear();
    if (!cluster.has(Flaw.IGNORES_SEEKS)) {
      standings.clear();
    }
  }

  void skip() {
    run++;
    for (int shard = 0; shard < Topic.WORK.shards; shard++) {
      List<StoredEvent> log = cluster.log(Topic.WORK, shard);
      committed.put(shard, log.size());
      log.forEach(event -> standing(Place.of(event)).done = true);
    }
  }

  void forgetCommit(int shard) {
    committed.remove(shard);
  }

  private Standing standing(Place place) {
    return standings.computeIfAbsent(place, any -> new Standing());
  }

  private boolean isOver(Duration moment) {
    return now().compareTo(moment) >= 0;
  }

  private Duration now() {
    return cluster.simulation.elapsed();
  }
}
