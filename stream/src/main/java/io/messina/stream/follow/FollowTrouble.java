package io.messina.stream.follow;

import io.messina.api.Position;
import io.messina.runtime.RequestException;
import io.messina.store.StoreException;
import io.messina.stream.ShardId;
import io.messina.stream.owner.EventGuard;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reasons why a reader makes no progress: shards that stand still, events that it has skipped,
 * and events that had expired before it read them. Safe for use by many threads.
 */
public final class FollowTrouble {

  /** The number of failures in a row after which an operator has to look. */
  static final int FAILURES_MAX = 5;

  /** Below every position: a task that could not begin has reached nothing. */
  static final long NOTHING = -1;

  /** A failure this long after the last one was mended has another reason. */
  private static final Duration CALM = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(FollowTrouble.class);

  private final String reader;
  private final int failuresMax;
  private final EventGuard guard;
  private final Map<ShardId, Failing> failing = new ConcurrentHashMap<>();
  private final Map<ShardId, Lost> lost = new ConcurrentHashMap<>();

  /** A row of failures of one shard. */
  private record Failing(
      int times, Failure last, boolean standsStill, boolean mended, long mendedNanos) {

    Failing mendedAt(long nanos) {
      return new Failing(times, last, standsStill, true, nanos);
    }

    boolean isOver(long nanos) {
      return mended && nanos - mendedNanos >= CALM.toNanos();
    }
  }

  /**
   * The last failure of a shard.
   *
   * @param times the number of failures in a row, from 1
   * @param thrown by the task
   * @param reached the highest position that it had at a failure; -1 if it could not begin
   */
  public record Failure(int times, Throwable thrown, long reached) {}

  /** Stretches of a shard whose events had expired. */
  private record Lost(int stretches, Position to) {

    Lost and(Lost later) {
      return new Lost(stretches + later.stretches, later.to);
    }

    @Override
    public String toString() {
      return "events had expired before they were read, in %d stretches, the last one up to %s"
          .formatted(stretches, to);
    }
  }

  /**
   * No trouble yet. A shard stands still after five failures in a row.
   *
   * @param reader its name, for people
   */
  public FollowTrouble(String reader) {
    this(reader, FAILURES_MAX);
  }

  /**
   * No trouble yet.
   *
   * @param reader its name, for people
   * @param failuresMax the number of failures in a row after which a shard stands still; after
   *     failures of the store it is always five, as a store may be silent for a moment
   */
  public FollowTrouble(String reader, int failuresMax) {
    this.reader = reader;
    this.failuresMax = failuresMax;
    this.guard = new EventGuard(reader);
  }

  /** Returns the guard that keeps the reader going after an event that throws. */
  public EventGuard guard() {
    return guard;
  }

  /** Returns how many times in a row the task has failed now. */
  int failed(ShardId shard, long reached, Throwable thrown, long nanos) {
    Optional<Failing> before =
        Optional.ofNullable(failing.get(shard)).filter(it -> !it.isOver(nanos));
    int times = before.map(Failing::times).orElse(0) + 1;
    long at =
        Math.max(
            reached == ShardTask.EACH_PAGE ? NOTHING : reached,
            before.map(it -> it.last.reached).orElse(NOTHING));
    boolean isOfStore = thrown instanceof StoreException || thrown instanceof RequestException;
    boolean standsStill = times >= (isOfStore ? FAILURES_MAX : failuresMax);
    failing.put(shard, new Failing(times, new Failure(times, thrown, at), standsStill, false, 0));
    if (standsStill && before.filter(Failing::standsStill).isEmpty()) {
      LOG.warn("{}: {} stands still, {} failures in a row", reader, shard, times, thrown);
    }
    return times;
  }

  /** The task has come up to a position. */
  void reached(ShardId shard, long position) {
    Failing now = failing.get(shard);
    if (now != null && position > now.last.reached) {
      continues(shard);
    }
  }

  /** Nothing is left of the last failure, though no event has come behind it. */
  void mended(ShardId shard, long nanos) {
    failing.computeIfPresent(shard, (_, it) -> it.mended ? it : it.mendedAt(nanos));
  }

  /** The failures are over, or the shard is followed elsewhere. */
  void continues(ShardId shard) {
    Failing before = failing.remove(shard);
    if (before != null && before.standsStill) {
      LOG.info("{}: {} goes on", reader, shard);
    }
  }

  /**
   * Tells of events that had expired before they were read.
   *
   * @param shard of them
   * @param gaps the ends of their stretches, of a page; often none
   */
  public void lost(ShardId shard, List<Position> gaps) {
    if (!gaps.isEmpty()) {
      Lost all = lost.merge(shard, new Lost(gaps.size(), gaps.getLast()), Lost::and);
      LOG.error("{}: {}: {}", reader, shard, all);
    }
  }

  /** Returns a sentence on events of a shard that had expired; empty if there are none. */
  public Optional<String> lost(ShardId shard) {
    return Optional.ofNullable(lost.get(shard)).map(Lost::toString);
  }

  /** Returns the last failure of a shard; empty if it is over. */
  public Optional<Failure> failure(ShardId shard) {
    return Optional.ofNullable(failing.get(shard)).filter(it -> !it.mended).map(Failing::last);
  }

  /** Returns the last failure of a shard that stands still; empty if it does not. */
  public Optional<Failure> standstill(ShardId shard) {
    return Optional.ofNullable(failing.get(shard))
        .filter(it -> it.standsStill && !it.mended)
        .map(Failing::last);
  }

  /** Returns a shard that stands still, and the reason, for people; empty if none does. */
  public Optional<String> trouble() {
    return failing.keySet().stream()
        .sorted(Comparator.comparing(ShardId::toString))
        .flatMap(
            shard ->
                standstill(shard)
                    .map(it -> "%s: %s: stands still: %s".formatted(reader, shard, it.thrown))
                    .stream())
        .findFirst();
  }
}
