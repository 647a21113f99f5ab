package io.messina.messaging.send;

import io.messina.stream.EventAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The times at which the uncertain messages of the shards of this process are inspected again, so
 * that messages that wait for a person are not read all the time. For one thread.
 */
final class SweepSchedule {

  /** The interval of a letter that waits for a person doubles up to this. */
  private static final Duration PAUSE_MAX = Duration.ofMinutes(5);

  /** A shard is read at least this often. */
  private static final Duration READ_MAX = Duration.ofMinutes(1);

  private static final int LETTERS_MAX = 100_000;

  private final Duration look;
  private final Map<Integer, Shard> shards = new HashMap<>();
  private final Map<EventAddress, Letter> letters = new HashMap<>();

  /**
   * A shard after a read.
   *
   * @param dead the number of its dead letters, ever
   * @param againNanos the time of the next read
   */
  private record Shard(long dead, long againNanos) {}

  /**
   * A dead letter after an inspection.
   *
   * @param pause before that inspection
   * @param againNanos the time of the next inspection
   */
  private record Letter(Duration pause, long againNanos) {}

  /**
   * Creates an empty schedule.
   *
   * @param look the interval of inspections
   */
  SweepSchedule(Duration look) {
    this.look = look;
  }

  /** Forgets shards that are not owned here any more. */
  void keepOnly(Set<Integer> owned) {
    shards.keySet().retainAll(owned);
    letters.keySet().removeIf(letter -> !owned.contains(letter.shard()));
  }

  /** Whether a shard with this number of dead letters needs no read now. */
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
   * Records that a letter was inspected and stays.
   *
   * @param at the time until the next action, if it is known
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
   * Records that a shard was read to its end.
   *
   * @param dead the number of its dead letters before the read
   * @param found its letters
   */
  void read(int shard, long dead, Set<EventAddress> found, long nowNanos) {
    letters.keySet().removeIf(letter -> letter.shard() == shard && !found.contains(letter));
    // A letter may become visible a moment after it is counted, so a new count is not trusted yet.
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
