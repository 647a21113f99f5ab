package io.messina.stream.owner;

import io.messina.api.Position;
import io.messina.store.StoreUnavailableException;
import java.time.Duration;

/** A group on a shard of this process, with what only followers in the owner's process do. */
public interface OwnGroup extends ShardGroup {

  /**
   * Reads on behind events that are handled, but not committed yet. After a seek it reads from
   * there instead: the page is of another run then.
   *
   * @param read the {@link EventPage#done} of the page before
   * @param max how many events at most, from 1 to 10,000
   * @param wait how long to wait at the end of the shard; an interrupt ends the wait, and the
   *     thread stays interrupted
   */
  EventPage readAfter(Commit read, int max, Duration wait);

  /**
   * Commits the position of a follower, but may return before that is durable: it is written with
   * other changes, after a second at the latest. A crash in between leads to some events that are
   * handled again.
   */
  void commitLater(Commit commit);

  /** Returns what followers committed last, with its run and its note; durable or about to be. */
  Commit committed();

  /**
   * Returns how many events were stored from a position to the end of the shard, including expired
   * ones; an estimate across ownerships.
   */
  long countFrom(Position position);

  /**
   * Returns a write timestamp for a plain table, in microseconds since 1970: above all that this
   * and every former owner of the shard was given. So what a former owner writes late, loses.
   *
   * @throws StoreUnavailableException if the shard was lost
   */
  long nextTimestampMicros();

  /**
   * Returns whether the shard is owned here still, for certain: whoever owns it next, sees all that
   * was written before this call.
   */
  boolean mayAcknowledge();
}
