package io.messina.stream.ownership;

import io.messina.runtime.ExponentialBackoff;
import io.messina.stream.ShardId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which shards one incarnation looks at, takes, holds and releases, at a pace. Where all shards are
 * where they should be there is nothing to do. Not for use by several threads.
 */
final class MovePlan {

  /** How many shards are looked at or claimed at once. */
  static final int LOOKS_MAX = 32;

  /** How many shards are released at once while others of the cluster come and go. */
  static final int RELEASES_MAX = 4;

  /** After a take-over that failed the shard is let alone for this long, and ever longer. */
  private static final ExponentialBackoff FAILURE_PAUSE =
      new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  /** How often a shard is looked at that its owner has not released yet. */
  static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** All owners release in this order, so that whoever waits knows which shards come first. */
  private static final Comparator<ShardId> ORDER =
      Comparator.comparing((ShardId shard) -> shard.stream().toString())
          .thenComparingInt(ShardId::number);

  private enum Stage {
    LOOKING,
    HELD,
    RELEASING
  }

  private final Map<ShardId, Stage> stages = new HashMap<>();
  private final Map<ShardId, Long> lookedNanos = new HashMap<>();
  private final Map<ShardId, Failures> failures = new HashMap<>();
  private final Set<ShardId> reclaimed;
  private final Set<ShardId> renewed = new HashSet<>();
  private Set<ShardId> desired = Set.of();
  private int releasesMax = RELEASES_MAX;
  private boolean leaving;

  /** Take-overs of a shard that failed one after the other. */
  private record Failures(int count, long untilNanos) {}

  /**
   * A plan of one that holds nothing yet.
   *
   * @param reclaimed shards that its former incarnation held, which it may take at once
   */
  MovePlan(Collection<ShardId> reclaimed) {
    this.reclaimed = new HashSet<>(reclaimed);
  }

  /** Says which shards it should own from now on. */
  void aim(Set<ShardId> shards) {
    desired = Set.copyOf(shards);
    lookedNanos.keySet().retainAll(desired);
    failures.keySet().removeIf(shard -> !desired.contains(shard) && !reclaimed.contains(shard));
  }

  /** Lets it take no more, and release all that it holds without much of a pace. */
  void leave() {
    leaving = true;
    desired = Set.of();
    reclaimed.clear();
    lookedNanos.clear();
    releasesMax = LOOKS_MAX;
  }

  /** What to do now; each move must be followed by one of the methods below. */
  List<Move> next(long nowNanos) {
    List<Move> moves = new ArrayList<>();
    awaited().stream()
        .filter(shard -> isDue(shard, nowNanos))
        .limit(LOOKS_MAX - count(Stage.LOOKING))
        .forEach(shard -> begin(moves, new Move.Look(shard), Stage.LOOKING));
    stages.entrySet().stream()
        .filter(entry -> entry.getValue() == Stage.HELD && isToBeReleased(entry.getKey()))
        .map(Map.Entry::getKey)
        .sorted(ORDER)
        .limit(releasesMax - count(Stage.RELEASING))
        .toList()
        .forEach(shard -> begin(moves, new Move.Release(shard), Stage.RELEASING));
    return moves;
  }

  /** Another has the shard. */
  void waits(ShardId shard, long nowNanos) {
    stages.remove(shard);
    reclaimed.remove(shard);
    if (desired.contains(shard)) {
      lookedNanos.put(shard, nowNanos);
    }
  }

  /** A look could not be made, or the claim has not won. */
  void failed(ShardId shard, long nowNanos) {
    stages.remove(shard);
    lookedNanos.put(shard, nowNanos);
  }

  /** A claim has won, but what works on the shard cannot: others have their turn first. */
  void notServed(ShardId shard, long nowNanos) {
    int count = 1 + Optional.ofNullable(failures.get(shard)).map(Failures::count).orElse(0);
    failures.put(shard, new Failures(count, nowNanos + FAILURE_PAUSE.after(count).toNanos()));
  }

  /** What works on the shard does. */
  void served(ShardId shard) {
    failures.remove(shard);
  }

  /** A claim has won. */
  void held(ShardId shard) {
    stages.put(shard, Stage.HELD);
    reclaimed.remove(shard);
    lookedNanos.remove(shard);
  }

  /** Has a shard released that is then taken again. */
  void renew(ShardId shard) {
    renewed.add(shard);
  }

  /** The shard is held no more: it was released. */
  void gone(ShardId shard) {
    stages.remove(shard);
    renewed.remove(shard);
  }

  /** The shard is held no more, but not free for others either: it is to be taken again. */
  void givenUp(ShardId shard) {
    stages.remove(shard);
    renewed.remove(shard);
    if (!leaving) {
      reclaimed.add(shard);
    }
  }

  /** Whether the shard is held, and neither being taken nor released. */
  boolean isHeld(ShardId shard) {
    return stages.get(shard) == Stage.HELD;
  }

  /** The shards that it held, or its former incarnation, and that it has not looked at since. */
  Set<ShardId> reclaimed() {
    return Set.copyOf(reclaimed);
  }

  /** Whether nothing is held or under way. */
  boolean isEmpty() {
    return stages.isEmpty();
  }

  /** Whether it waits for shards that others have, those included that it looks at just now. */
  boolean isWaiting() {
    return count(Stage.LOOKING) > 0 || !awaited().isEmpty();
  }

  /** The first half in the order of release, the others those that were not looked at longest. */
  private List<ShardId> awaited() {
    List<ShardId> awaited = new ArrayList<>();
    desired.stream().filter(shard -> !stages.containsKey(shard)).forEach(awaited::add);
    reclaimed.stream()
        .filter(shard -> !stages.containsKey(shard) && !desired.contains(shard))
        .forEach(awaited::add);
    awaited.sort(ORDER);
    int first = Math.min(awaited.size(), LOOKS_MAX / 2);
    awaited
        .subList(first, awaited.size())
        .sort(
            Comparator.comparingLong((ShardId shard) -> lookedNanos.getOrDefault(shard, 0L))
                .thenComparing(ORDER));
    return awaited;
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

  private void begin(List<Move> moves, Move move, Stage stage) {
    stages.put(move.shard(), stage);
    moves.add(move);
  }

  private long count(Stage stage) {
    return stages.values().stream().filter(stage::equals).count();
  }
}
