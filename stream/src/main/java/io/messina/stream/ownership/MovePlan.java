package io.messina.stream.ownership;

import io.messina.runtime.ExponentialBackoff;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which shards one incarnation looks at, takes, keeps and releases, at a limited pace. If
 * all shards are at the right members, there is nothing to do. Not safe for use by several threads.
 */
final class MovePlan {

  /** How many shards are looked at or claimed at once. */
  static final int LOOKS_MAX = 32;

  /** How many shards are released at once when members come and go. */
  static final int RELEASES_MAX = 4;

  /**
   * How long a shard is left alone after a failed take-over; doubled after each further failure.
   */
  private static final ExponentialBackoff FAILURE_PAUSE =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** Within this the others know what a member declines: a beat and a read. */
  private static final Duration TOLD = Duration.ofSeconds(2);

  /** How often to look at a shard that its owner has not released yet. */
  static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** All owners release in this order, so that waiting members know which shards come first. */
  private static final Comparator<ShardId> ORDER =
      Comparator.comparing((ShardId shard) -> shard.stream().toString())
          .thenComparingInt(ShardId::number);

  /** After this it tries again, as what kept it from serving a shard may be over. */
  static final Duration DECLINED_FOR = Duration.ofMinutes(5);

  private enum Stage {
    LOOKING,
    HELD,
    RELEASING
  }

  private final Map<ShardId, Stage> stages = new HashMap<>();
  private final Map<ShardId, Long> lookedNanos = new HashMap<>();
  private final Map<ShardId, Failures> failures = new HashMap<>();
  private final Map<ShardId, Long> declined = new HashMap<>();
  private final long declineNanos;
  private final Set<ShardId> reclaimed;
  private final Set<ShardId> renewed = new HashSet<>();
  private Set<ShardId> desired = Set.of();
  private int releasesMax = RELEASES_MAX;
  private boolean leaving;

  /**
   * Successive failed take-overs of a shard.
   *
   * @param sinceNanos when the first of them failed
   */
  private record Failures(int count, long sinceNanos, long untilNanos) {}

  /**
   * A plan of an incarnation that owns nothing yet.
   *
   * @param reclaimed shards of its former incarnation, which it may take at once
   * @param declineAfter how long a shard cannot be served until others should try
   */
  MovePlan(Collection<ShardId> reclaimed, Duration declineAfter) {
    this.declineNanos = declineAfter.toNanos();
    this.reclaimed = new HashSet<>(reclaimed);
  }

  /** Sets the shards that it should own from now on. */
  void aim(Set<ShardId> shards) {
    desired = Set.copyOf(shards);
    lookedNanos.keySet().retainAll(desired);
    failures.keySet().removeIf(shard -> !desired.contains(shard) && !reclaimed.contains(shard));
  }

  /** Takes no more shards, and releases its own ones, up to {@link #LOOKS_MAX} at once. */
  void leave() {
    leaving = true;
    desired = Set.of();
    reclaimed.clear();
    lookedNanos.clear();
    releasesMax = LOOKS_MAX;
  }

  /**
   * The next steps.
   *
   * @param looks shards to look at, and to take if that is allowed
   * @param releases shards to release, because another member should own them
   */
  record Moves(List<ShardId> looks, List<ShardId> releases) {}

  /** Returns the next moves; each must be followed by one of the methods below. */
  Moves next(long nowNanos) {
    List<ShardId> looks =
        awaited().stream()
            .filter(shard -> isDue(shard, nowNanos))
            .limit(LOOKS_MAX - count(Stage.LOOKING))
            .toList();
    List<ShardId> unwanted = new ArrayList<>(stages.keySet());
    unwanted.removeIf(shard -> !isHeld(shard) || !isToBeReleased(shard));
    unwanted.sort(ORDER);
    int room = Math.min(unwanted.size(), releasesMax - count(Stage.RELEASING));
    List<ShardId> releases = unwanted.subList(0, room);
    looks.forEach(shard -> stages.put(shard, Stage.LOOKING));
    releases.forEach(shard -> stages.put(shard, Stage.RELEASING));
    return new Moves(looks, releases);
  }

  /** Another member has the shard. */
  void waits(ShardId shard, long nowNanos) {
    stages.remove(shard);
    reclaimed.remove(shard);
    if (desired.contains(shard)) {
      lookedNanos.put(shard, nowNanos);
    }
  }

  /** The read failed, or the claim was not successful. */
  void failed(ShardId shard, long nowNanos) {
    stages.remove(shard);
    lookedNanos.put(shard, nowNanos);
  }

  /** The claim succeeded, but its listener failed: other members are tried first. */
  void notServed(ShardId shard, long nowNanos) {
    Optional<Failures> before = Optional.ofNullable(failures.get(shard));
    int count = 1 + before.map(Failures::count).orElse(0);
    long sinceNanos = before.map(Failures::sinceNanos).orElse(nowNanos);
    boolean gone = nowNanos - sinceNanos >= declineNanos && declined.put(shard, nowNanos) == null;
    Duration pause = gone ? TOLD : FAILURE_PAUSE.after(count);
    failures.put(shard, new Failures(count, sinceNanos, nowNanos + pause.toNanos()));
  }

  /** The shards that it could not serve for so long that others should try. */
  Set<ShardId> declined(long nowNanos) {
    declined.values().removeIf(since -> nowNanos - since >= DECLINED_FOR.toNanos());
    return Set.copyOf(declined.keySet());
  }

  /** The listener serves the shard. */
  void served(ShardId shard) {
    failures.remove(shard);
    declined.remove(shard);
  }

  /** The claim succeeded. */
  void held(ShardId shard) {
    stages.put(shard, Stage.HELD);
    reclaimed.remove(shard);
    lookedNanos.remove(shard);
  }

  /** Has a shard released and then taken again. */
  void renew(ShardId shard) {
    renewed.add(shard);
  }

  /** Its owner says that the shard can be taken now. */
  void released(ShardId shard) {
    lookedNanos.remove(shard);
  }

  /** The shard was released. */
  void gone(ShardId shard) {
    stages.remove(shard);
    reclaimed.remove(shard);
    renewed.remove(shard);
  }

  /** The shard was given up without being free for others: it is to be taken again. */
  void givenUp(ShardId shard) {
    stages.remove(shard);
    renewed.remove(shard);
    if (!leaving) {
      reclaimed.add(shard);
    }
  }

  /** Whether the shard is owned, and neither being taken nor released. */
  boolean isHeld(ShardId shard) {
    return stages.get(shard) == Stage.HELD;
  }

  /** The shards that it or its former incarnation owned, and that it has not looked at since. */
  Set<ShardId> reclaimed() {
    return Set.copyOf(reclaimed);
  }

  /** Whether nothing is owned or in progress. */
  boolean isEmpty() {
    return stages.isEmpty();
  }

  /** Whether it waits for shards that others have, including those that it is looking at. */
  boolean isWaiting() {
    return stages.containsValue(Stage.LOOKING) || !missing().isEmpty();
  }

  /**
   * The first half in the order of release, the other half those that were not looked at for the
   * longest time.
   */
  private List<ShardId> awaited() {
    List<ShardId> awaited = missing();
    awaited.sort(ORDER);
    int first = Math.min(awaited.size(), LOOKS_MAX / 2);
    awaited
        .subList(first, awaited.size())
        .sort(
            Comparator.comparingLong((ShardId shard) -> lookedNanos.getOrDefault(shard, 0L))
                .thenComparing(ORDER));
    return awaited;
  }

  private List<ShardId> missing() {
    Set<ShardId> missing = new HashSet<>(desired);
    missing.addAll(reclaimed);
    missing.removeIf(stages::containsKey);
    return new ArrayList<>(missing);
  }

  private boolean isToBeReleased(ShardId shard) {
    return renewed.contains(shard) || !desired.contains(shard);
  }

  private boolean isDue(ShardId shard, long nowNanos) {
    Failures failed = failures.get(shard);
    if (failed != null && nowNanos - failed.untilNanos() < 0) {
      return false;
    }
    Long looked = lookedNanos.get(shard);
    return looked == null || nowNanos - looked >= LOOK_EVERY.toNanos();
  }

  private int count(Stage stage) {
    return Collections.frequency(stages.values(), stage);
  }
}
