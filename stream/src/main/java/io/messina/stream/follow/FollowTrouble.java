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
  private final Map<ShardId, String> failing = new ConcurrentHashMap<>();
  private final Map<ShardId, String> standing = new ConcurrentHashMap<>();

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
    failing.put(shard, String.valueOf(failure.getMessage()));
    if (times >= FAILURES_MAX
        && standing.put(shard, "%s: stands still: %s".formatted(shard, failure)) == null) {
      LOG.warn("{}: {} stands still, {} failures in a row", reader, shard, times, failure);
    }
  }

  /** A page was handled, or is handled elsewhere. */
  void goesOn(ShardId shard) {
    failing.remove(shard);
    if (standing.remove(shard) != null) {
      LOG.info("{}: {} goes on", reader, shard);
    }
  }

  /** Why a page of a shard could not be handled a moment ago; empty if it could. */
  public Optional<String> failure(ShardId shard) {
    return Optional.ofNullable(failing.get(shard));
  }

  /** Which shard stands still, and why, for people; empty if none does. */
  public Optional<String> trouble() {
    return standing.values().stream().sorted().findFirst().map(found -> reader + ": " + found);
  }
}
