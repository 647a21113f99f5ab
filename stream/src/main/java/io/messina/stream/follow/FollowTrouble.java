package io.messina.stream.follow;

import io.messina.stream.ShardId;
import io.messina.stream.owner.EventGuard;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps a reader from going on: the shards that stand still, and the events that it has
 * skipped. Safe for use by many threads.
 */
public final class FollowTrouble {

  /** So often a page fails in a row before somebody has to look. */
  static final int FAILURES_MAX = 5;

  private static final Logger LOG = LoggerFactory.getLogger(FollowTrouble.class);

  private final String reader;
  private final EventGuard guard;
  private final Map<ShardId, Failing> failing = new ConcurrentHashMap<>();

  /** A shard whose pages fail, so many times in a row. */
  private record Failing(int times, Throwable failure) {

    boolean standsStill() {
      return times >= FAILURES_MAX;
    }
  }

  /**
   * No trouble yet.
   *
   * @param reader what reads, for people
   */
  public FollowTrouble(String reader) {
    this.reader = reader;
    this.guard = new EventGuard(reader);
  }

  /** Keeps the reader going behind an event that throws. */
  public EventGuard guard() {
    return guard;
  }

  /** A page has failed, so many times in a row. */
  void failed(ShardId shard, int times, Throwable failure) {
    Failing now = new Failing(times, failure);
    Failing before = failing.put(shard, now);
    if (now.standsStill() && (before == null || !before.standsStill())) {
      LOG.warn("{}: {} stands still, {} failures in a row", reader, shard, times, failure);
    }
  }

  /** A page was handled, or is handled elsewhere. */
  void goesOn(ShardId shard) {
    Failing before = failing.remove(shard);
    if (before != null && before.standsStill()) {
      LOG.info("{}: {} goes on", reader, shard);
    }
  }

  /** Why a page of a shard could not be handled a moment ago; empty if it could. */
  public Optional<String> failure(ShardId shard) {
    return Optional.ofNullable(failing.get(shard))
        .map(it -> String.valueOf(it.failure.getMessage()));
  }

  /** Which shard stands still, and why, for people; empty if none does. */
  public Optional<String> trouble() {
    return failing.entrySet().stream()
        .filter(each -> each.getValue().standsStill())
        .map(each -> "%s: stands still: %s".formatted(each.getKey(), each.getValue().failure))
        .sorted()
        .findFirst()
        .map(found -> reader + ": " + found);
  }
}
