package io.messina.stream.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.api.Delivery;
import io.messina.api.GroupOptions;
import io.messina.api.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The naive model: keeps all that ever happened in maps, and checks each new fact against it. */
final class Ledger {

  final TreeMap<Long, Long> keyOf = new TreeMap<>();
  final Map<ClaimId, Handed> handed = new HashMap<>();
  final Map<Long, DeadLetter> rows = new HashMap<>();
  final Set<Long> finishedAsAsked = new HashSet<>();
  final Map<Long, Integer> lastAttempts = new HashMap<>();
  final Map<Long, String> definite = new HashMap<>();
  private final Set<Long> claims = new HashSet<>();
  private GroupOptions options;
  private int unfinishedMax;
  long runStart;
  int run;
  long expiredTo;
  private long durableFloor;

  /** What a worker has. */
  static final class Handed {
    final ClaimId claimId;
    long leaseMillis;
    long untilMillis;
    boolean settled;

    Handed(ClaimId claimId, long leaseMillis, long nowMillis) {
      this.claimId = claimId;
      this.leaseMillis = leaseMillis;
      this.untilMillis = nowMillis + leaseMillis;
    }

    boolean isLive(long nowMillis) {
      return !settled && nowMillis < untilMillis;
    }
  }

  Ledger(GroupOptions options) {
    change(options);
  }

  final void change(GroupOptions next) {
    options = next;
    unfinishedMax = Math.max(unfinishedMax, next.limits().maxUnfinished());
  }

  /** All claim ids ever given, oldest claim first. */
  List<ClaimId> claimIds() {
    List<ClaimId> claimIds = new ArrayList<>(handed.keySet());
    claimIds.sort(Comparator.comparingLong(ClaimId::claim).thenComparingLong(ClaimId::position));
    return claimIds;
  }

  static String described(Effect effect) {
    return effect instanceof Effect.Claimed claimed && claimed.positions().length > 0
        ? claimed.claimIds() + " attempts " + Arrays.toString(claimed.attempts())
        : effect.toString();
  }

  List<Handed> live(long nowMillis) {
    List<Handed> live = new ArrayList<>();
    for (Handed each : handed.values()) {
      if (each.isLive(nowMillis) && each.claimId.run() == run) {
        live.add(each);
      }
    }
    return live;
  }

  void handedOut(Effect.Claimed answer, ClaimRequest request, long nowMillis) {
    if (answer.positions().length == 0) {
      return;
    }
    assertThat(claims.add(answer.claim())).as("claim number %s is new", answer.claim()).isTrue();
    if (answer.run() != run) {
      return;
    }
    for (int i = 0; i < answer.positions().length; i++) {
      if (answer.positions()[i] >= expiredTo) {
        handedOut(answer.claimId(i), answer.attempts()[i], request, nowMillis);
      }
    }
    assertThat(live(nowMillis).size()).isLessThanOrEqualTo(options.limits().maxInFlight());
  }

  private void handedOut(ClaimId claimId, int attempt, ClaimRequest request, long nowMillis) {
    long position = claimId.position();
    assertThat(keyOf).as("an event that was appended").containsKey(position);
    assertThat(position).isGreaterThanOrEqualTo(runStart);
    checkNoOther(position, nowMillis);
    checkAttempts(position, attempt);
    checkAtMostOnce(position);
    checkOrder(position, nowMillis);
    definite.remove(position);
    lastAttempts.put(position, attempt);
    handed.put(claimId, new Handed(claimId, request.lease().toMillis(), nowMillis));
  }

  private void checkNoOther(long position, long nowMillis) {
    for (Handed other : live(nowMillis)) {
      assertThat(other.claimId.position()).as("live elsewhere").isNotEqualTo(position);
    }
  }

  private void checkAttempts(long position, int attempt) {
    assertThat(attempt).isBetween(1, options.maxAttempts());
    // A first lease that ended in silence counts none.
    assertThat(attempt)
        .as("attempts of %s", position)
        .isGreaterThanOrEqualTo(lastAttempts.getOrDefault(position, 0));
  }

  private void checkAtMostOnce(long position) {
    if (options.delivery() == Delivery.AT_MOST_ONCE && lastAttempts.containsKey(position)) {
      assertThat(definite).as("handed out again only if known to fail").containsKey(position);
    }
  }

  private void checkOrder(long position, long nowMillis) {
    int perKeyMax = options.perKeyMax();
    long key = keyOf.getOrDefault(position, LogStretch.NO_KEY);
    if (perKeyMax == 0 || key == LogStretch.NO_KEY) {
      return;
    }
    long others =
        live(nowMillis).stream()
            .filter(other -> keyOf.getOrDefault(other.claimId.position(), 0L) == key)
            .count();
    assertThat(others).as("others of key %s out", key).isLessThan(perKeyMax);
    if (options.order() == Order.KEY) {
      for (Map.Entry<Long, Long> earlier : keyOf.subMap(runStart, position).entrySet()) {
        if (earlier.getValue() == key) {
          assertThat(isFinished(earlier.getKey()))
              .as("%s, before %s and of its key, is done", earlier.getKey(), position)
              .isTrue();
        }
      }
    }
  }

  boolean isLive(ClaimId claimId, long nowMillis) {
    Handed each = handed.get(claimId);
    return each != null && claimId.run() == run && each.isLive(nowMillis);
  }

  /** Whether nobody was told of a later claim of the same event: what it says may count. */
  boolean isLatest(ClaimId claimId) {
    return claimId.run() == run
        && handed.keySet().stream()
            .noneMatch(
                other ->
                    other.run() == run
                        && other.position() == claimId.position()
                        && other.claim() > claimId.claim());
  }

  /** What a worker says counts from now on, also where its answer is never heard. */
  void noteAsked(Outcome outcome, ClaimId claimId, long nowMillis) {
    Handed each = handed.get(claimId);
    if (each == null) {
      return;
    }
    switch (outcome) {
      case Outcome.Ack() -> {
        each.settled = true;
        finishedAsAsked.add(claimId.position());
      }
      case Outcome.Nacked _, Outcome.BrokenOff _ -> {
        each.settled = true;
        definite.put(claimId.position(), "nacked");
      }
      case Outcome.Release() -> {
        each.settled = true;
        definite.put(claimId.position(), "released");
        lastAttempts.merge(claimId.position(), -1, Integer::sum);
      }
      case Outcome.Extend(Duration lease) -> {
        each.leaseMillis = Math.min(each.leaseMillis, lease.toMillis());
        each.untilMillis = Math.max(each.untilMillis, nowMillis + lease.toMillis());
      }
      case Outcome.Keep(Duration lease) ->
          each.untilMillis = Math.max(each.untilMillis, nowMillis + lease.toMillis());
    }
  }

  void extended(Outcome outcome, ClaimId claimId) {
    Handed each = handed.get(claimId);
    if (outcome instanceof Outcome.Extend(Duration lease) && each != null) {
      each.leaseMillis = lease.toMillis();
    }
  }

  boolean isFinished(long position) {
    return finishedAsAsked.contains(position)
        || rows.containsKey(position)
        || position < runStart
        || position < expiredTo;
  }

  /** No durable state may know an event no more that nobody has finished. */
  void checkImage(StateImage image, int bytes) {
    assertThat(bytes).isLessThanOrEqualTo(StateImageCodec.BYTES_MAX);
    Set<Long> unfinished = new HashSet<>();
    for (StateImage.Stretch stretch : image.log()) {
      for (long position = stretch.first(); position < stretch.end(); position++) {
        unfinished.add(position);
      }
    }
    assertThat(unfinished.size()).isLessThanOrEqualTo(unfinishedMax);
    for (long position : keyOf.headMap(image.next()).keySet()) {
      assertThat(unfinished.contains(position) || isFinished(position))
          .as("%s is unfinished, finished, or has its row", position)
          .isTrue();
    }
  }

  void checkDurableFloor(StateImage image) {
    if (image.run() == run) {
      long floor = image.log().isEmpty() ? image.next() : image.log().getFirst().first();
      assertThat(floor).as("durable floor").isGreaterThanOrEqualTo(durableFloor);
      durableFloor = floor;
    }
  }

  void beginRun(long position) {
    run++;
    runStart = position;
    durableFloor = 0;
    rows.clear();
    finishedAsAsked.clear();
    lastAttempts.clear();
    definite.clear();
  }

  void expire(long position) {
    expiredTo = Math.max(expiredTo, position);
    for (Handed each : handed.values()) {
      each.settled |= each.claimId.position() < expiredTo;
    }
  }

  /** What is out stays out, and its leases run in full from now. */
  void crashed(long nowMillis) {
    for (Handed each : handed.values()) {
      if (each.isLive(nowMillis)) {
        each.untilMillis = nowMillis + each.leaseMillis;
      }
    }
  }
}
