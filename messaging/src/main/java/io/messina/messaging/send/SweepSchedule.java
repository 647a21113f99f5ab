package io.messina.messaging.send;

import io.messina.stream.EventAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * When the uncertain messages of the shards of this process are to be looked at again, so that
 * those that wait for somebody are not read all the time. For one thread.
 */
final class SweepSchedule {

  /** A letter that waits for somebody is looked at later and later, up to this. */
  private static final Duration PAUSE_MAX = Duration.ofMinutes(5);

  /** A shard is read at least this often, whatever is remembered of it. */
  private static final Duration READ_MAX = Duration.ofMinutes(1);

  private static final int LETTERS_MAX = 100_000;

  private final Duration look;
  private final Map<Integer, Shard> shards = new HashMap<>();
  private final Map<EventAddress, Letter> letters = new HashMap<>();

  /**
   * A shard, as it was read.
   *
   * @param dead how many letters it has had
   * @param againNanos when it is to be read again
   */
  private record Shard(long dead, long againNanos) {}

  /**
   * A letter, as it was looked at.
   *
   * @param pause how long it was left alone
   * @param againNanos when it is to be looked at again
   */
  private record Letter(Duration pause, long againNanos) {}

  /** A memory of nothing, of one who looks so often. */
  SweepSchedule(Duration look) {
    this.look = look;
  }

  /** Forgets shards that are not owned here any more. */
  void keepOnly(Set<Integer> owned) {
    shards.keySet().retainAll(owned);
    letters.keySet().removeIf(letter -> !owned.contains(letter.shard()));
  }

  /** Whether nothing is to be done on a shard that has had so many letters. */
  boolean isQuiet(int shard, long dead, long nowNanos) {
    return Optional.ofNullable(shards.get(shard))
        .filter(known -> known.dead == dead && known.againNanos - nowNanos > 0)
        .isPresent();
  }

  boolean isDue(EventAddress letter, long nowNanos) {
    return Optional.ofNullable(letters.get(letter))
        .filter(known -> known.againNanos - nowNanos > 0)
        .isEmpty();
  }

  /**
   * A letter was looked at, and stays.
   *
   * @param at when something is to be done with it, if that is known
   */
  void stays(EventAddress letter, Optional<Duration> at, long nowNanos) {
    Duration before =
        Optional.ofNullable(letters.get(letter)).map(Letter::pause).orElse(look.dividedBy(2));
    Duration doubled = before.multipliedBy(2);
    Duration pause = doubled.compareTo(PAUSE_MAX) < 0 ? doubled : PAUSE_MAX;
    Duration wait = at.filter(due -> due.compareTo(pause) < 0).orElse(pause);
    if (letters.size() < LETTERS_MAX || letters.containsKey(letter)) {
      letters.put(letter, new Letter(pause, nowNanos + wait.toNanos()));
    }
  }

  /**
   * A shard was read to its end.
   *
   * @param dead how many letters it had had before that
   * @param found the letters that it has
   */
  void read(int shard, long dead, Set<EventAddress> found, long nowNanos) {
    letters.keySet().removeIf(letter -> letter.shard() == shard && !found.contains(letter));
    // What is counted may come a moment later: a count that is new is not trusted yet.
    boolean isNew =
        Optional.ofNullable(shards.get(shard)).filter(known -> known.dead == dead).isEmpty();
    long againNanos = nowNanos + (isNew ? look : READ_MAX).toNanos();
    for (EventAddress letter : found) {
      Letter known = letters.get(letter);
      long dueNanos = known == null ? nowNanos + look.toNanos() : known.againNanos;
      againNanos = dueNanos - againNanos < 0 ? dueNanos : againNanos;
    }
    shards.put(shard, new Shard(dead, againNanos));
  }
}
